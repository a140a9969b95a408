"""Documents that nobody should send."""

from __future__ import annotations

import gzip
import io
import itertools
import zipfile
from collections.abc import Mapping

_TYPES = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType='
    '"application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-'
    'officedocument.wordprocessingml.document.main+xml"/></Types>'
)
_RELATIONS = (
    '<?xml version="1.0"?><Relationships '
    'xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
    'relationships/officeDocument" Target="word/document.xml"/></Relationships>'
)
_BODY = (
    '{prolog}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
    "<w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body></w:document>"
)
SENTENCE = "They commenced the work in order to assist the residents of the town."
SECRET = "file:///etc/passwd"


def docx(
    text: str = SENTENCE, prolog: str = "", members: Mapping[str, bytes] | None = None
) -> bytes:
    """A small DOCX; `members` are further files of the archive."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _TYPES)
        archive.writestr("_rels/.rels", _RELATIONS)
        archive.writestr("word/document.xml", _BODY.format(prolog=prolog, text=text))
        for name, content in (members or {}).items():
            archive.writestr(name, content)
    return target.getvalue()


def bomb(size: int) -> bytes:
    """A DOCX of a few kilobytes that unpacks to `size` bytes."""
    return docx(members={"word/media/image.bin": bytes(size)})


def lying_bomb(size: int) -> bytes:
    """The same, with a directory that says it is small."""
    raw = bytearray(bomb(size))
    real = size.to_bytes(4, "little")
    place = raw.find(real)
    while place >= 0:
        raw[place : place + 4] = (100).to_bytes(4, "little")
        place = raw.find(real, place + 4)
    return bytes(raw)


def crowded(count: int) -> bytes:
    """A DOCX with so many members."""
    return docx(members={f"word/media/{number}": b"" for number in range(count)})


def leading_out() -> bytes:
    """A DOCX with a member that would be written outside the folder it is unpacked to."""
    return docx(members={"../../outside.txt": b"x"})


def external_entity() -> bytes:
    """A DOCX that asks the reader for a file of the machine."""
    prolog = f'<!DOCTYPE d [<!ENTITY x SYSTEM "{SECRET}">]>'
    return docx(f"{SENTENCE} &x;", prolog)


def laughs() -> bytes:
    """A DOCX whose entities grow to a billion words."""
    names = "abcdefghij"
    entities = '<!ENTITY a "lol">' + "".join(
        f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in itertools.pairwise(names)
    )
    return docx("&j;", f"<!DOCTYPE d [{entities}]>")


def packed(size: int) -> bytes:
    """A .gz of a few kilobytes that unpacks to `size` bytes."""
    return gzip.compress(bytes(size))
