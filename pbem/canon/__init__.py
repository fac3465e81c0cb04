"""The bytes and shapes of JSON: strict reading, canonical writing, digests, forms and codes."""
