"""Runs the accessibility checker axe-core over pages in headless Chromium, and prints them.

Chromium must be installed. axe-core is fetched once by npm, in the version named here, or taken
from the file that the environment variable PBEM_AXE names.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from html import unescape
from pathlib import Path

VERSION = "4.14.1"
RUN = """
<script src="axe.min.js"></script>
<script>
addEventListener("load", async () => {
  document.querySelectorAll("details").forEach((each) => { each.open = true; });
  const said = document.createElement("pre");
  said.id = "axe-said";
  try {
    const found = await axe.run(document, { resultTypes: ["violations"] });
    said.textContent = JSON.stringify({
      passes: found.passes.length,
      scheme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
      violations: found.violations.map((each) => ({
        id: each.id, help: each.help, nodes: each.nodes.map((node) => node.html.slice(0, 200)),
      })),
    });
  } catch (error) {
    said.textContent = JSON.stringify({ error: String(error) });
  }
  document.body.replaceChildren(said);
});
</script>
"""


FRAME = """<!doctype html><title>nothing</title>
<script>addEventListener("message", (event) => { document.title = event.data; });</script>
<iframe src="page.html" style="width: %dpx; height: 900px; border: 0"></iframe>"""
WIDTH = """
<style>::-webkit-scrollbar { width: 0; }</style>
<script>
addEventListener("load", () => {
  document.querySelectorAll("details").forEach((each) => { each.open = true; });
  document.querySelectorAll(".leaf").forEach((each) => each.classList.add("shown"));
  const root = document.documentElement;
  parent.postMessage(`${root.clientWidth} ${root.scrollWidth}`, "*");
});
</script>
"""


class NotHere(Exception):
    """What the check needs is not on this computer; the message is the reason."""


@dataclass(frozen=True)
class Checker:
    """A browser and the file of axe-core."""

    browser: str
    axe: Path

    def violations(
        self, html: str, folder: Path, *, scheme: str = "light", width: int = 1200
    ) -> list:
        """What axe-core finds wrong with a page, in light or in dark colours."""
        shutil.copy(self.axe, folder / "axe.min.js")
        html = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", html)
        wanted = f"--blink-settings=preferredColorScheme={0 if scheme == 'dark' else 1}"
        shown = self.shown(html.replace("</body>", RUN + "</body>"), folder, wanted, width)
        said = re.search(r'<pre id="axe-said">(.*?)</pre>', shown, re.DOTALL)
        assert said is not None, shown[-2000:]
        found = json.loads(unescape(said[1]))
        assert "error" not in found, found
        assert found["passes"] > 10
        assert found["scheme"] == scheme
        return found["violations"]

    def widths(self, html: str, folder: Path, width: int) -> list[int]:
        """How wide a window is, and how wide a page in it, all of it unfolded.

        The page stands in a frame, for no window of the browser is as narrow as a phone.
        """
        html = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", html)
        (folder / "page.html").write_text(html.replace("</body>", WIDTH + "</body>"), "utf-8")
        flags = ("--virtual-time-budget=60000", "--dump-dom")
        shown = self._run(FRAME % width, folder, *flags, name="frame.html").decode()
        said = re.search(r"<title>(\d+) (\d+)</title>", shown)
        assert said is not None, shown[:500]
        return [int(word) for word in said.groups()]

    def shown(self, html: str, folder: Path, flag: str = "", width: int = 1200) -> str:
        """What a page has become after its scripts have run."""
        flags = [f"--window-size={width},900", "--virtual-time-budget=60000", "--dump-dom"]
        return self._run(html, folder, *flags, *([flag] if flag else [])).decode()

    def printed(self, html: str, folder: Path) -> bytes:
        """A page as PDF."""
        self._run(html, folder, "--no-pdf-header-footer", f"--print-to-pdf={folder / 'page.pdf'}")
        return (folder / "page.pdf").read_bytes()

    def _run(self, html: str, folder: Path, *flags: str, name: str = "page.html") -> bytes:
        page = folder / name
        page.write_text(html, "utf-8")
        done = subprocess.run(
            [
                *(self.browser, "--headless", "--no-sandbox", "--disable-gpu"),
                *("--disable-background-networking", f"--user-data-dir={folder / 'profile'}"),
                *(*flags, page.as_uri()),
            ],
            capture_output=True,
            timeout=180,
            check=True,
        )
        return done.stdout


def checker(cache: Path) -> Checker:
    """The checker, if this computer has what it needs.

    Args:
        cache: where axe-core is kept from one run to the next.

    Raises:
        NotHere: it has not.
    """
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    browser = next(filter(None, map(shutil.which, names)), None)
    if browser is None:
        raise NotHere("no Chromium is installed")
    return Checker(browser, _axe(cache))


def _axe(cache: Path) -> Path:
    named = os.environ.get("PBEM_AXE")
    path = Path(named) if named else cache / "node_modules/axe-core/axe.min.js"
    if not path.is_file():
        _install(cache)
    if not path.is_file():
        raise NotHere("npm did not install axe-core")
    return path


def _install(cache: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise NotHere("npm, which fetches axe-core, is not installed")
    wanted = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", f"axe-core@{VERSION}"]
    try:
        subprocess.run(
            [npm, "install", "--prefix", str(cache), *wanted],
            capture_output=True,
            timeout=120,
            check=True,
        )
    except (subprocess.SubprocessError, OSError) as error:
        raise NotHere(f"npm could not fetch axe-core: {error}") from None
