"""The protocol's test vectors (trust protocol, section 15), once for all tests.

`LOG` is the log of 15.7, byte for byte; `LINES` are its lines without their line feeds.
"""

from pathlib import Path

GAME = "sicily-5eed0001"

# 15.1
KEY_SEEDS = {"host": "01" * 32, "axis": "02" * 32, "allies": "03" * 32}
PUBLIC_KEYS = {
    "host": "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c",
    "axis": "8139770ea87d175f56a35466c34c7ecccb8d8a91b4ee37a25df60f5b8fc9b394",
    "allies": "ed4928c628d1c2c6eae90338905995612959273a5c63f93636c14614ac8737d1",
}

# 15.2: links 0 (the tip) to 5 (the secret end)
CHAINS = {
    "host": (
        "62fe1a27fd3bf585b241b089f69d4c56c18380c3effe39517ac15f29cd24c1fb",
        "ab7e45c391aa2ef9f2343c75eb77583b46f7bc5514f244af7c4ac26f69f23d43",
        "8245e936a45374f27adf097096b6ca02076774452a66bcb3cb9bb61dc33c8e3e",
        "2c055aefeb41f731838dcadf37ae31edac10f70d2ab5cef9bbb778f62092930a",
        "5dae4319a653b7c68202be3bb745e40a8401344bacf7fc8841838a193ebfbeca",
        "11" * 32,
    ),
    "axis": (
        "c004c1eb4b1b4ad273ea954ab4abba0fa13a901afa5cc4f1f20ca3981befe0bc",
        "95822d2cde8da0048c0510216c2192b3d0543cde61baff9b26b5ddd2e26abce5",
        "6a79a1a620d0d38b108d9c57dcfeb224aa380b18b3664f7773881cd0741fd369",
        "6e8c9939fd294e42d6337c3c17e1418d1679b95f7d7cefdc7dc05e138d058824",
        "d1fe1ae15fc7fc804fdaf28a0df560030df7360fb9bc81d2f631c5820afca054",
        "12" * 32,
    ),
    "allies": (
        "4cebc4a5e82b422c0318cab5b352ee2838f7b38a32e0510611cffafee3b4ce8a",
        "8f671ee3a4f56dee8178d5b27cad3765be68d534bc62cfa23dcdd6f20ea079d5",
        "2f3eb058ed2438110864f0bb1494a03ff36700550261423276296a83ad2fe028",
        "5d1c9bc347cc891a43be885d14b6d7f453254aa4daf6f26526311587110599a1",
        "6cdd918f28a750d652888b8f58447ef07733d5f2d4b57ebe47e5b2546335d6e6",
        "13" * 32,
    ),
}

# 15.3
SALT = "e5d70a53e7ab31f9a33dde29afba580639e40135bb471b114a73c89d673f626a"

# 15.4: segment, dice parties, seed
SEEDS = (
    (1, ("host",), "a9abccd9fe652291164622f7c2c6d060ecd50fbe653a49917e3704c596992d4b"),
    (1, ("axis", "host"), "d631bcac226c58ff2e07f93eec952df9db8db5e1c2b91417184cc8e66635dd96"),
    (
        1,
        ("allies", "axis", "host"),
        "021fa32dfcf115337f151292e0cb278592023081305c9164d5069e9ba7c1ab25",
    ),
    (
        2,
        ("allies", "axis", "host"),
        "8d5dc2b465a0d826076895a87f70f453a3ad9894d9186790a20311c7ec7ffb55",
    ),
)

# 15.5: label, sides, values; and the first block of some
DICE_SEED = "021fa32dfcf115337f151292e0cb278592023081305c9164d5069e9ba7c1ab25"
ATTACKER = "battle:ukraine/round:1/attacker"
DEFENDER = "battle:ukraine/round:1/defender"
ZONE_5 = "battle:zone-5/round:1/attacker"
DICE = (
    (ATTACKER, 6, (2, 6, 1, 2, 6, 3, 2, 4, 6, 6, 2, 3, 3, 2, 1, 6, 6, 5, 1, 2)),
    (ATTACKER, 8, (7, 5, 3, 5, 2, 3, 1, 6, 7, 2)),
    (DEFENDER, 6, (2, 1, 6, 4, 1, 6, 4, 1, 2, 6, 3, 5, 2, 2, 2, 6, 3, 6, 5, 1)),
    (DEFENDER, 8, (6, 1, 1, 8, 6, 5, 4, 3, 4, 7)),
    (ZONE_5, 6, (3, 6, 4, 3, 4, 3, 4, 2)),
    ("x", 10, (10, 2, 6, 2, 6, 4, 3, 10)),
    ("x", 12, (8, 10, 1, 7, 3, 6, 11, 3)),
    ("x", 20, (3, 14, 20, 12, 15, 2, 6, 7)),
    ("x", 100, (97, 74, 67, 37, 12, 95, 73, 19)),
)
FIRST_BLOCKS = (
    (ATTACKER, 6, "19c566f735da13f9ef2949e6bc73429b23dc4801f485c53c88398f08e3128055"),
    (ATTACKER, 8, "9694eaa4d962402ddeb9e6cfc68febbb8b558c695b56beabd49a39a71fa0e9d7"),
    (DEFENDER, 6, "cd064763a8c57b60a38f14d65b1fe5fbf229346664c5ebd947c68f44dd590045"),
    (DEFENDER, 8, "6d7020bf9dac93f27b9e854c5adbe00bb3726016050bec9d99fd52f9c0900b2e"),
    (ZONE_5, 6, "fe566bffbd32e13e578bd8cd425f61a84f30bfef0a138646175a4d2e9a90a5d1"),
)

# 15.6
ORDERS_TEXT = (
    '{"ask":"t1.axis.attack","game":"sicily-5eed0001",'
    '"head":"bc4d7212d0c63087db085451fc8c431a470fd55d8ee2821d568daece05bf1e5a",'
    '"link":{"n":1,"x":"95822d2cde8da0048c0510216c2192b3d0543cde61baff9b26b5ddd2e26abce5"},'
    '"note":"Però \\"così\\" — 1/2\\nseconda riga 😀",'
    '"orders":[{"do":"attack","units":{"infantry":3,"tank":2},"zone":"ukraine"}],'
    '"rev":1,"seat":"axis","type":"orders","v":1}'
).encode()
ORDERS_SHA = "ad334808a61f4aeb02adf7ee8ef1c74ce39d097edae638d65425f145ea8bab72"
ORDERS_SIGNATURE = (
    "32a588fa7b7da8b3e21c0f2fef070b73c2104cc7a612f3fceec950dcdb6d6de1"
    "31a9ba1048a2b6e8e256e8a5841f1f4b411d6c1260b7706e6e6c61d7858e710e"
)
ORDERS_DIGEST = "e2a6322c7d5bcd4833422259d7b0de1d15df48f678e926c593b462470c76612f"

# 15.7
LOG = Path(__file__).with_name("vector_log.jsonl")
LINES = tuple(LOG.read_bytes().splitlines())
HEADS = (
    "bc4d7212d0c63087db085451fc8c431a470fd55d8ee2821d568daece05bf1e5a",
    "1d380a2c087739039126f24fd4f556f29ff272eb399853d70cfda994cc7a4064",
    "062c4f4d1113f52c6320cba0106aff89d23144c2465028f150b18bdc52201c69",
    "dfba84209c8b7eb3563a2fe42e9d9d00d7baa86bba64b48fb339b787c259c180",
    "0af04651d93a9a99e54c49d43e0fd4abe7b1cd9ffd8f8b928a1dd7e7a5588bfe",
)

# 15.9: text, code
REFUSED_TEXTS = (
    ('{"a":1.0}', "J04"),
    ('{"a":1e3}', "J04"),
    ('{"a":-0}', "J05"),
    ('{"a":NaN}', "J04"),
    ('{"a":9007199254740992}', "J05"),
    ('{"a":01}', "J02"),
    ('{"a":1,"a":2}', "J03"),
    ('{"a":null}', "J06"),
    ('{"a":"\\ud800"}', "J08"),
    ('{"a":"\\u202e"}', "J08"),
    ('{"a":"\\u0000"}', "J08"),
    ('{"a b":1}', "J10"),
    ("[1]", "J06"),
    ('{"a":1}x', "J02"),
    ('{"a":1,}', "J02"),
    ("{\u201ca\u201d:1}", "J02"),
    ('{"a":[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]}', "J07"),
)
