"""The rule systems that come with pbem, one folder each."""
