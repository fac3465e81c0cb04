"""The JSON Schemas of documents and entries, exported from their forms."""

import json
from collections.abc import Mapping

from pbem.canon.canonical import Json
from pbem.canon.forms import whole_schema
from pbem.history import documents, entries


def export_schemas() -> Mapping[str, dict[str, Json]]:
    """Return every schema by name: the document type, or ``entry-`` and the entry type.

    A schema describes the signed part. It says less than the protocol's reader, which comes
    first: to a schema 1.0 is a whole number, and names that occur twice are lost.
    """
    schemas = {
        kind: whole_schema(form, f"pbem1 document: {kind}")
        for kind, form in documents.FORMS.items()
    }
    for kind, form in entries.FORMS.items():
        schemas[f"entry-{kind}"] = whole_schema(form, f"pbem1 entry: {kind}")
    return schemas


def schema_text(schema: Mapping[str, Json]) -> str:
    """Return a schema as the text of its file in ``schemas/common``."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
