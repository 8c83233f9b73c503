"""Runs one program to its end and says what it took: seconds, processor time and memory of its whole family."""
import os
import pathlib
import signal
import subprocess
import tempfile
import threading
import time

PAGE = os.sysconf("SC_PAGE_SIZE")


def family(pid):
    """The process and all that it started, by their ids."""
    found, rest = [], [pid]
    while rest:
        one = rest.pop()
        found.append(one)
        try:
            for thread in pathlib.Path(f"/proc/{one}/task").iterdir():
                rest += map(int, (thread / "children").read_text().split())
        except OSError:
            continue
    return found


def resident(pid):
    total = 0
    for one in family(pid):
        try:
            total += int(pathlib.Path(f"/proc/{one}/statm").read_text().split()[1]) * PAGE
        except (OSError, IndexError):
            continue
    return total


def run(argv, timeout=240, env=None, cwd=None):
    """The finished program with `cost` {wall, cpu_s, peak_mb}; one that takes too long is ended, and its code is 124."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        began, peak = time.time(), [0]
        process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=out, stderr=err, text=True, env=env, cwd=cwd, start_new_session=True)
        over = threading.Event()

        def watch():
            while not over.wait(0.15):
                peak[0] = max(peak[0], resident(process.pid))
                if time.time() - began > timeout:
                    end(process.pid)
                    return

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            _, status, used = os.wait4(process.pid, 0)
        except BaseException:
            end(process.pid)
            raise
        finally:
            over.set()
            watcher.join()
        took = time.time() - began
        end(process.pid)  # what it left behind
        process.returncode = code = 124 if took > timeout else os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        done = subprocess.CompletedProcess(argv, code, out.read(), err.read())
        done.cost = {"wall": round(took, 2), "cpu_s": round(used.ru_utime + used.ru_stime, 2), "peak_mb": round(peak[0] / 2**20)}
        return done


def end(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass
