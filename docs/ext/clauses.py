"""An anchor for every clause of a rules reference, and a link wherever a clause is named.

A clause is a paragraph, or the first cell of a table row, that begins with its id in bold. The
clause S43-15.4 gets the anchor ``#s43-15-4``, and ``#S43-15.4``, the form in which reports link to
the clauses they print. The text of the catalogues stays as it is.
"""

import re
from collections.abc import Iterator

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

CLAUSE = re.compile(r"\b[A-Z0-9]+-[A-Z]?\d+(?:\.\d+)*\b")
RULES = "rules/"


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to the moments at which Sphinx has read a page, and is about to write it."""
    app.connect("env-purge-doc", forget)
    app.connect("doctree-read", anchor)
    app.connect("doctree-resolved", link)
    return {"parallel_read_safe": False, "parallel_write_safe": True}


def anchors(clause: str) -> list[str]:
    """The anchors of a clause."""
    return [re.sub(r"[^a-z0-9]+", "-", clause.lower()), clause]


def known(env: BuildEnvironment) -> dict[str, str]:
    """The page of every clause."""
    if not hasattr(env, "clause_pages"):
        env.clause_pages = {}
    pages: dict[str, str] = env.clause_pages
    return pages


def forget(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    """Forget the clauses of a page that is read again."""
    pages = known(env)
    for clause in [clause for clause, page in pages.items() if page == docname]:
        del pages[clause]


def anchor(app: Sphinx, doctree: nodes.document) -> None:
    """Give every clause of a rules reference its anchors."""
    docname = app.env.docname
    if not docname.startswith(RULES):
        return
    for strong in doctree.findall(nodes.strong):
        clause = strong.astext()
        if CLAUSE.fullmatch(clause) and _begins(strong):
            strong["ids"] = anchors(clause)
            strong["classes"] = ["clause"]
            known(app.env)[clause] = docname


def _begins(node: nodes.Node) -> bool:
    """Whether a node is the first one of its paragraph that is not empty."""
    before = node.parent[: node.parent.index(node)]
    return not any(each.astext() for each in before)


def link(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Make a link of every clause that is named in a text."""
    pages = known(app.env)
    for text in list(doctree.findall(nodes.Text)):
        if _stays(text) or not CLAUSE.search(text):
            continue
        parts = list(_parts(app, docname, text, pages))
        text.parent.replace(text, parts)


def _stays(text: nodes.Text) -> bool:
    inside: nodes.Node | None = text.parent
    while inside is not None:
        if isinstance(inside, nodes.literal | nodes.literal_block | nodes.reference | nodes.title):
            return True
        inside = inside.parent
    return False


def _parts(
    app: Sphinx, docname: str, text: nodes.Text, pages: dict[str, str]
) -> Iterator[nodes.Node]:
    end = 0
    for match in CLAUSE.finditer(text):
        page = pages.get(match[0])
        if page is None:
            continue
        yield nodes.Text(text[end : match.start()])
        target = app.builder.get_relative_uri(docname, page)
        yield nodes.reference(
            "", match[0], internal=True, refuri=f"{target}#{anchors(match[0])[0]}"
        )
        end = match.end()
    yield nodes.Text(text[end:])
