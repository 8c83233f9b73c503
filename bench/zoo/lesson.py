"""`lea learn` with a person at the terminal: the questions are answered as the task says, and kept as they were asked."""
import os
import pty
import re
import select
import subprocess
import time

PROMPT = "to leave it open: "
# What somebody who showed every step each time in the same way answers, unless a task says otherwise; the first that fits.
SENSIBLE = ["always", "every time", r"\byes\b", "variable", "each"]


def choose(question, choices, answers):
    """The number of the choice: what the task says, else what is sensible, else the first."""
    for words, choice in answers.items():
        if re.search(words, question, re.I):
            for n, text in enumerate(choices):
                if re.search(choice, text, re.I):
                    return n
    for sensible in SENSIBLE:
        for n, text in enumerate(choices):
            if re.search(sensible, text, re.I):
                return n
    return 0


def learn(lea, data, sessions, answers, seconds=600):
    """Learns on a terminal. Gives exit code, what was said, [{question, choices, answer}], and seconds."""
    master, slave = pty.openpty()
    began = time.time()
    process = subprocess.Popen([lea, "--data", str(data), "learn", *sessions], stdin=slave, stdout=slave, stderr=slave, env={**os.environ, "TERM": "dumb", "COLUMNS": "400"}, start_new_session=True)
    os.close(slave)
    said, asked, read_to = "", [], 0
    while time.time() < began + seconds:
        ready, _, _ = select.select([master], [], [], 1.0)
        if not ready:
            if process.poll() is not None:
                break
            continue
        try:
            piece = os.read(master, 65536)
        except OSError:
            break
        if not piece:
            break
        said += piece.decode(errors="replace")
        if said.rstrip("\r\n").endswith(PROMPT) or said.endswith(PROMPT):
            block = plain(said[read_to:])
            found = list(re.finditer(r"^(\d+) of (\d+): (.*)$", block, re.M))
            choices = re.findall(r"^  \d+  (.*)$", block[found[-1].end():] if found else block, re.M)
            question = found[-1][3].strip() if found else block.strip()
            n = choose(question, choices, answers)
            asked.append({"question": question, "choices": choices, "answer": choices[n] if choices else ""})
            read_to = len(said)
            os.write(master, f"{n + 1}\n".encode())
    if process.poll() is None:
        process.kill()
    process.wait()
    os.close(master)
    return process.returncode, plain(said), asked, round(time.time() - began, 1)


def plain(text):
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "")
