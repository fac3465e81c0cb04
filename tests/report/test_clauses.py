"""The texts of clauses."""

from pbem.report import clauses
from pbem.report.clauses import clause_texts

PACKAGE = "pbem.games.italy1943"


def text(clause):
    return clause_texts("1943-1945", PACKAGE, [clause])[clause]


def test_a_clause_is_told_without_markdown_and_without_notes_for_developers():
    told = text("S43-2.1")
    assert told.startswith("The board has numbered zones")
    assert "Source:" not in told
    assert "Check:" not in told
    assert not set("`*") & set(told)


def test_a_ruling_belongs_to_the_clause():
    assert "Ruling:" in text("S43-18.10")


def test_a_row_of_a_table_is_told_with_its_headings():
    told = text("S43-D26")
    assert told.startswith("Losses in combat. Who: each side. When: after the dice")
    assert told.endswith("Nothing on file: ask. Default: default order.")
    assert text("S43-O05").startswith("do: pass. Ask: impulse")


def test_clauses_come_in_the_order_of_the_reference():
    wanted = ["S43-D26", "S43-14.9", "S43-2.1", "S43-99.9"]
    assert list(clause_texts("1943-1945", PACKAGE, wanted)) == ["S43-2.1", "S43-14.9", "S43-D26"]


def test_a_game_without_a_reference_has_no_texts():
    assert clause_texts("toy", "", ["TOY-1"]) == {}


def test_a_package_may_bring_its_own_reference(tmp_path, monkeypatch):
    (tmp_path / "rules.md").write_text("**TOY-1** A *toy*.", "utf-8")
    monkeypatch.setattr(clauses, "files", lambda package: tmp_path)
    assert clause_texts("toy", "toy_game", ["TOY-1"]) == {"TOY-1": "A toy."}


def test_a_heading_with_a_colon_is_told_with_brackets():
    assert "Policy (word and value): impulse: only ask, default." in text("S43-D06")
