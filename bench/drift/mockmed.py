"""MockMed, the practice application of openadapt-flow (fetched, never kept here), with its own 21 renderings and drift modes. One page is served to
everybody: the rendering is a stylesheet in its head, as in openadapt-flow's own sweep; pixel density is the browser's. The page's memory is
its data, and a script in it tells the server whenever that changes: this is the judge, whoever plays."""
import functools
import http.server
import json
import pathlib
import threading
import urllib.parse

import office
import tasks

USER, PASSWORD = "nurse.demo", "mockmed-demo-pass"
NOTES = ["Follow-up in three months", "Knee swollen, sent to imaging", "Pain under control, rest advised", "Second opinion asked for", "Physiotherapy twice a week"]
TELLS = """<script>(function () { var last = ''; setInterval(function () {
  var now = JSON.stringify({hash: location.hash, encounters: state.encounters});
  if (now !== last) { last = now; fetch('/told', {method: 'POST', body: now}); } }, 50); })();</script>"""

# Font sizes of the application's own stylesheet, as openadapt-flow's sweep scales them.
FONT_PX = {"html, body": 16, "p": 16, "button": 16, "input": 16, "textarea": 16, "select": 16, "label": 16, "td, th": 15, ".seg-btn": 16, "h1": 24, "h2": 20,
           "#topbar": 20, "#subtitle": 14, "#patient-banner": 16, "#saved-banner": 17}
FAMILY = "html, body, button, input, textarea, select, p, label, td, th, h1, h2, #topbar, #subtitle, #patient-banner, #saved-banner, .seg-btn"
SIZE = (1280, 800)


def rendering(zoom=1.0, density=1.0, text=1.0, family=None):
    css = [f"body {{ zoom: {zoom}; }}"] if zoom != 1.0 else []
    css += [f"{where} {{ font-size: {round(px * text)}px !important; }}" for where, px in FONT_PX.items()] if text != 1.0 else []
    css += [f"{FAMILY} {{ font-family: {family} !important; }}"] if family else []
    return {"css": "\n".join(css), "scale": density, "size": (round(SIZE[0] * density), round(SIZE[1] * density))}


RENDERINGS = {
    "baseline": rendering(),
    **{f"zoom {p} %": rendering(zoom=p / 100) for p in (80, 90, 110, 125, 133, 150, 175, 200)},
    **{f"DPI {d}": rendering(density=d) for d in (1.5, 2.0, 3.0)},
    "font size +10 %": rendering(text=1.10), "font size +19 %": rendering(text=1.1875), "font size +37 %": rendering(text=1.375),
    "font Georgia": rendering(family="Georgia, serif"), "font Times New Roman": rendering(family='"Times New Roman", serif'), "font Courier New": rendering(family='"Courier New", monospace'),
    "zoom 125 % + DPI 2": rendering(zoom=1.25, density=2.0), "zoom 133 % + DPI 1.5": rendering(zoom=1.33, density=1.5),
    "zoom 110 % + font +19 % + Georgia": rendering(zoom=1.10, text=1.1875, family="Georgia, serif"),
}
MODES = {f"drift {mode}": {**rendering(), "mode": mode} for mode in ("theme", "move", "rename", "modal")}


def serve(static, look):
    """The page at an address, and a function that says what its memory holds."""
    told = {"encounters": {}}

    class Page(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def do_GET(self):
            if urllib.parse.urlparse(self.path).path != "/":
                return super().do_GET()
            page = pathlib.Path(static, "index.html").read_text().replace("</head>", f"<style>{look.get('css', '')}</style></head>").replace("</body>", TELLS + "</body>")
            body = page.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self):
            told.update(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Page, directory=str(static)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    mode = f"?drift={look['mode']}" if look.get("mode") else ""
    return server, f"http://127.0.0.1:{server.server_port}/{mode}", told


class Triage:
    """Sign in, open the first referral, a new encounter: triage, a note, save."""
    name, window, kit = "mockmed-triage", "MockMed", "mockmed"
    drifts = []
    static = None  # where the application lies; the harness says

    def start(self, launch, home, look):
        self.server, address, self.told = serve(self.static, look)
        port = look.get("port")
        doors = [f"--remote-debugging-port={port}", "--remote-allow-origins=*"] if port else []
        return launch(office.browser(address, home, look.get("scale", 1.0), ["--kiosk", *doors], ""), home)

    def opens(self, stage, home, drift):
        return self.start(stage.launch, home, stage.look)

    def show(self, person, desk, home, n):
        app = self.start(desk.launch, home, {})
        try:
            person.sees("MockMed", "login")
            recorder = desk.record(self.name)
            person.says("login")
            person.click("entry", "Username")
            person.types(USER)
            person.click("password text", "Password")
            person.types(PASSWORD)
            person.click("push button", "Sign In")
            person.says("tasks")
            person.click("push button", "Open", nth=0)
            person.says("patient")
            person.click("push button", "New Encounter")
            person.says("encounter")
            person.click("push button", "Triage")
            person.click("entry", "Note")
            person.types(NOTES[n])
            person.click("push button", "Save Encounter")
            person.says("saved")
            office.ended(recorder)
            assert self.told["encounters"] == {"p1": [{"type": "Triage", "note": NOTES[n]}]}, self.told
        finally:
            tasks.end(app)
            self.server.shutdown()

    def values(self, dice, n):
        what = office.pick(dice, ["Sprain, bandage renewed", "Blood pressure checked again", "Referred to the eye clinic", "Wound clean, stitches out Friday"])
        return {"note": f"{what}, visit {dice.randrange(100, 999)}"}

    def judge(self, stage, home, values):
        self.server.shutdown()
        found = self.told["encounters"]
        if not found:
            return "none", json.dumps(self.told)
        return ("true" if found == {"p1": [{"type": "Triage", "note": values["note"]}]} else "wrong"), json.dumps(self.told)
