"""Forty hostile submissions: what each tries, as a program in Python.

They run in the sandbox alone, within its limits. What one finds out that it should not know, it prints
after `LOOT`. Words in double brackets are filled in by the test.
"""

from typing import Final

PRELUDE: Final = """
import ctypes, os, signal, socket, sys, threading, time
libc = ctypes.CDLL(None, use_errno=True)
def loot(*paths):
    for path in paths:
        try:
            with open(path, 'rb') as file:
                print('LOOT', repr(file.read(2000)))
        except OSError:
            pass
"""

READING: Final = (
    "own = os.path.dirname(sys.argv[0])\n"
    "for above, _, files in os.walk({folder}):\n"
    " if above != own: loot(*(os.path.join(above, f) for f in files))"
)

HOSTILE: Final = {
    # -- too much of something ----------------------------------------------------------
    "nested_folders": "for _ in range(20000): os.mkdir('d'); os.chdir('d')",
    "closed_folders": "for _ in range(300): os.mkdir('d'); os.chdir('d'); os.chmod('.', 0o300)",
    "fork_bomb": "while True:\n try: os.fork()\n except OSError: pass",
    "thread_bomb": "while True: threading.Thread(target=time.sleep, args=(9,)).start()",
    "memory_bomb": "x = []\nwhile True: x.append(bytearray(1 << 20))",
    "memory_of_many": (
        "for _ in range(12):\n"
        " if not os.fork(): x = bytearray(b'x') * (60 << 20); time.sleep(9)\n"
        "time.sleep(9)"
    ),
    "memory_of_nobody": (
        "fds = []\nwhile True: fds.append(os.memfd_create('x')); os.write(fds[-1], bytes(1 << 19))"
    ),
    "full_disk": "i = 0\nwhile True: i += 1; open(f'f{i}', 'wb').write(bytes(1 << 19))",
    "full_shared_memory": "i = 0\nwhile True: i += 1; open(f'/dev/shm/{i}', 'wb').write(bytes(1 << 19))",
    "many_files": "for i in range(200000): open(f'/tmp/{i}', 'w').close()",
    "sparse_file": "open('big', 'w').close(); os.truncate('big', 1 << 40)",
    "flood_of_output": "while True: os.write(1, b'x\\n' * 32000)",
    "flood_of_newlines": "while True: os.write(1, b'\\n' * 64000)",
    "flood_of_errors": "while True: os.write(2, b'\\x1b[2J\\n' * 9000)",
    "endless_line": "while True: os.write(1, b'x' * 64000)",
    "many_processor_seconds": "while True: pass",
    # -- not to end ---------------------------------------------------------------------
    "daemons": (
        "for _ in range(4):\n"
        " if not os.fork():\n"
        "  os.setsid()\n"
        "  if os.fork(): os._exit(0)\n"
        "  [signal.signal(s, signal.SIG_IGN) for s in (1, 2, 3, 13, 15)]; time.sleep([[seconds]])"
    ),
    "ignored_signals": (
        "[signal.signal(s, signal.SIG_IGN) for s in (1, 2, 3, 6, 13, 14, 15, 24, 25)]\n"
        "while True: time.sleep([[seconds]])"
    ),
    "stopped": "os.kill(os.getpid(), signal.SIGSTOP)",
    "closed_output": "os.close(1); os.close(2); time.sleep([[seconds]])",
    "raised_limits": (
        "import resource as r\n"
        "for kind in (r.RLIMIT_CPU, r.RLIMIT_DATA, r.RLIMIT_NPROC):\n"
        " try: r.setrlimit(kind, (r.RLIM_INFINITY, r.RLIM_INFINITY)); print('LOOT a limit')\n"
        " except (ValueError, OSError): pass"
    ),
    # -- to read what is not its own ------------------------------------------------------
    "reads_the_oracle": "loot([[oracle]])",
    "reads_the_scheme": "loot([[scheme]])",
    "reads_the_tests": "loot([[test]], [[expected]])",
    "reads_the_others": READING.format(folder="[[class]]"),
    "reads_the_folder_above": READING.format(folder="[[home]]"),
    "reads_ludex": "sys.path[:0] = [[path]]\ntry: import ludex.games; print('LOOT', ludex.games)\nexcept ImportError: pass",
    "follows_its_links": "loot(*(os.path.join(os.path.dirname(sys.argv[0]), n) for n in ('one', 'two')))",
    "reads_processes": (
        "for pid in filter(str.isdigit, os.listdir('/proc')):\n"
        " if int(pid) != os.getpid():\n"
        "  loot(f'/proc/{pid}/environ', *(f'/proc/{pid}/root{p}' for p in ([[oracle]], [[scheme]])))\n"
        "  text = open(f'/proc/{pid}/cmdline').read()\n"
        "  if [[home]] in text: print('LOOT', repr(text))\n"
        "loot(*(f'/proc/1/fd/{n}' for n in range(12)))\n"
        "text = open('/proc/self/mountinfo').read()\n"
        "if 'oracle.py' in text or 'scheme.toml' in text: print('LOOT', repr(text))"
    ),
    "leaves_a_key": (
        "libc.syscall(248, b'user', b'ludex', b'SECRET', 6, -4)\n"
        "libc.syscall(248, b'user', b'ludex', b'SECRET', 6, -3)"
    ),
    "looks_for_the_key": (
        "for ring in (-3, -4, -5):\n"
        " key = libc.syscall(250, 10, ring, b'user', b'ludex', 0)\n"
        " if key > 0: print('LOOT the key', key)\n"
        "if 'ludex' in open('/proc/keys').read(): print('LOOT the name of a key')"
    ),
    # -- to reach somebody else -----------------------------------------------------------
    "unix_socket": (
        "for path in ([[socket]], '\\0' + [[abstract]]):\n"
        " try: s = socket.socket(socket.AF_UNIX); s.connect(path); print('LOOT', path)\n"
        " except OSError: pass"
    ),
    "network": (
        "for host in ('127.0.0.1', '::1', '192.0.2.1'):\n"
        " try: socket.create_connection((host, [[port]]), 1); print('LOOT', host)\n"
        " except OSError: pass"
    ),
    "hypervisor": (
        "for family in (16, 17, 31, 38, 40):\n"
        " try: socket.socket(family, socket.SOCK_DGRAM); print('LOOT', family)\n"
        " except OSError: pass"
    ),
    "kills_everybody": "os.kill(-1, 9)",
    "kills_the_grader": "[print('LOOT') for p in [[[pid]]] if not libc.kill(p, 9)]",
    "traces": (
        "for pid in (1, os.getppid(), [[pid]]):\n"
        " if libc.ptrace(16, pid, 0, 0) == 0: print('LOOT', pid)"
    ),
    "new_namespaces": (
        "for flag in (0x10000000, 0x20000, 0x40000000):\n"
        " if libc.unshare(flag) == 0: print('LOOT', flag)\n"
        "if libc.mount(b'tmpfs', b'/usr', b'tmpfs', 0, 0) == 0: print('LOOT mount')"
    ),
    "other_users": "for u in (0, 1000):\n try: os.setuid(u); print('LOOT', u)\n except OSError: pass",
    # -- to change what is not its own ----------------------------------------------------
    "writes_elsewhere": (
        "for path in ([[oracle]], [[scheme]], [[test]], [[victim]], '/etc/ludex', sys.argv[0]):\n"
        " try: open(path, 'w').write('x')\n"
        " except OSError: pass"
    ),
    "terminal": (
        "import fcntl\n"
        "for fd in (0, 1, 2):\n"
        " try: fcntl.ioctl(fd, 0x5412, b'x'); print('LOOT')\n"
        " except OSError: pass\n"
        "loot('/dev/tty')"
    ),
    "escapes_in_a_crash": "sys.exit('\\x1b[31mRED\\x1b]0;title\\x07\\x9b2J\\u202e')",
    "segmentation_fault": "ctypes.string_at(0)",
    "bytes_that_are_no_text": "os.write(1, bytes(range(256)) * 99)",
}
