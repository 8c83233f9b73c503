"""Files that programs save, read and made for the bench: SQLite, OpenDocument sheets."""
import pathlib
import sqlite3
import xml.etree.ElementTree as ET
import zipfile

ODF = {"office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0", "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0", "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0"}


def sqlite_rows(file, *tables):
    """{table: rows}, of all tables unless some are named."""
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=5) as base:
        names = tables or [n for (n,) in base.execute("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")]
        return {name: sorted((list(row) for row in base.execute(f'select * from "{name}"')), key=str) for name in names}


def make_sqlite(file, script):
    base = sqlite3.connect(file)
    base.executescript(script)
    base.commit()
    base.close()


def make_sheet(file, sheets):
    """An OpenDocument spreadsheet of {name: rows}; numbers are numbers."""
    def cell(value):
        if isinstance(value, (int, float)):
            return f'<table:table-cell office:value-type="float" office:value="{value}"><text:p>{value}</text:p></table:table-cell>'
        return f'<table:table-cell office:value-type="string"><text:p>{value}</text:p></table:table-cell>' if value else "<table:table-cell/>"
    tables = "".join(f'<table:table table:name="{name}">' + "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows) + "</table:table>" for name, rows in sheets.items())
    spaces = " ".join(f'xmlns:{k}="{v}"' for k, v in ODF.items())
    with zipfile.ZipFile(file, "w") as z:
        z.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        z.writestr("content.xml", f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {spaces} office:version="1.3"><office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>')
        z.writestr("META-INF/manifest.xml", '<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" '
                   'manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>')


def sheet_cells(file):
    """{sheet: {(row, column): text}} of what is not empty."""
    with zipfile.ZipFile(file) as z:
        body = ET.fromstring(z.read("content.xml"))
    out = {}
    full = lambda space, name: f"{{{ODF[space]}}}{name}"  # noqa: E731
    for table in body.iter(full("table", "table")):
        cells, r = {}, 0
        for row in table.iter(full("table", "table-row")):
            c = 0
            for cell in row:
                text = "\n".join("".join(p.itertext()) for p in cell.iter(full("text", "p")))
                repeated = int(cell.get(full("table", "number-columns-repeated"), 1))
                if text:
                    for n in range(repeated):
                        cells[f"{chr(65 + c + n)}{r + 1}"] = text
                c += repeated
            r += int(row.get(full("table", "number-rows-repeated"), 1))
        out[table.get(full("table", "name"))] = cells
    return out


def files(folder, *patterns):
    """{name: text} of the files that match."""
    return {str(p.relative_to(folder)): p.read_text() for pattern in patterns for p in sorted(pathlib.Path(folder).glob(pattern))}
