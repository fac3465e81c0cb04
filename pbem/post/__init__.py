"""Mail and forum posts: documents out of what people send and paste, and armour for pasting."""
