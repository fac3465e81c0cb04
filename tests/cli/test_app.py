"""The program as a whole: which module has which command."""

import pytest
from typer.main import get_command

from pbem.cli.app import COMMANDS, build


def names(word=""):
    return list(get_command(build(word)).commands)


def test_every_module_is_listed_with_the_commands_it_adds():
    listed = [command for commands in COMMANDS.values() for command in commands]
    assert sorted(names()) == sorted(listed)


@pytest.mark.parametrize("module", COMMANDS)
def test_a_command_is_found_without_the_modules_of_the_others(module):
    for command in COMMANDS[module]:
        assert sorted(names(command)) == sorted(COMMANDS[module])


@pytest.mark.parametrize("word", ["", "--help", "ordres", "-h"])
def test_any_other_word_gets_all_commands(word):
    assert sorted(names(word)) == sorted(names())
