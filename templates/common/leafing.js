(() => {
  "use strict";
  const leaves = [...document.querySelectorAll(".leaf")];
  const links = [...document.querySelectorAll(".steps a")];
  const named = () => leaves.findIndex((leaf) => "#" + leaf.id === location.hash);
  let here = 0;

  function show(number) {
    here = number;
    leaves.forEach((leaf, at) => leaf.classList.toggle("shown", at === here));
    links.forEach((link) => {
      if (link.hash === "#" + leaves[here].id) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    });
    const current = document.querySelector(".steps [aria-current]");
    if (current) current.scrollIntoView({ block: "nearest" });
  }

  function turn(number) {
    if (number === here || number < 0 || number >= leaves.length) return;
    location.hash = leaves[number].id;
    leaves[number].querySelector("h2").focus({ preventScroll: true });
  }

  addEventListener("hashchange", () => {
    if (named() >= 0) show(named());
  });
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest(".map-box, .scroll")) return;
    const aims = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: leaves.length - 1 };
    if (!(event.key in aims)) return;
    event.preventDefault();
    turn(aims[event.key]);
  });
  document.documentElement.classList.add("leafing");
  show(Math.max(named(), 0));
})();
