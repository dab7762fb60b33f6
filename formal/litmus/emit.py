"""A test in the notation of herd7, in C11 or in the assembly of one architecture."""

import re

# What the operands of an instruction are: r, s, t registers of the program; a a word; v, w values.
OPERANDS = {
    "load": "ra", "store": "av", "copy": "ar", "xor": "rst", "xor_value": "rsv", "and": "rsv", "if_equal": "rv",
    "exchange": "avwr",
}  # fmt: skip

# Besides: x, y, z, u are new registers, l is the end of the thread. `LL/SC` tries once: where that fails for no reason the run is
# left out, which a loop would repeat.
AARCH64 = {
    "load": "LDR {r},[{a}]",
    "store": "MOV {x},#{v}; STR {x},[{a}]",
    "copy": "STR {r},[{a}]",
    "xor": "EOR {r},{s},{t}",
    "xor_value": "EOR {r},{s},#{v}",
    "and": "AND {r},{s},#{v}",
    "if_equal": "CMP {r},#{v}; B.NE {l}",
    "exchange": "MOV {x},#{v}; MOV {y},#{w}; CAS {x},{y},[{a}]; EOR {x},{x},#{v}; CBNZ {x},{l}; MOV {r},#1",
    "registers": [f"W{i}" for i in range(1, 20)],
    "addresses": [f"X{i}" for i in range(20, 30)],
    "load_ordered": "LDAR {r},[{a}]",
    "store_ordered": "MOV {x},#{v}; STLR {x},[{a}]",
    "copy_ordered": "STLR {r},[{a}]",
}
AARCH64_LLSC = AARCH64 | {
    "exchange": "MOV {y},#{w}; LDXR {x},[{a}]; CMP {x},#{v}; B.NE {l}; STXR {z},{y},[{a}]; CBNZ {z},{l}; MOV {r},#1",
    "tries_once": True,
}
RISCV = {
    "load": "lw {r},0({a})",
    "store": "ori {x},x0,{v}; sw {x},0({a})",
    "copy": "sw {r},0({a})",
    "xor": "xor {r},{s},{t}",
    "xor_value": "xori {r},{s},{v}",
    "and": "andi {r},{s},{v}",
    "if_equal": "ori {x},x0,{v}; bne {r},{x},{l}",
    "exchange": "ori {y},x0,{w}; ori {z},x0,{v}; lr.w {x},0({a}); bne {x},{z},{l}; sc.w {u},{y},0({a}); bne {u},x0,{l}; "
    "ori {r},x0,1",
    "registers": [f"x{i}" for i in range(5, 24)],
    "addresses": [f"x{i}" for i in range(24, 32)],
    "load_ordered": "lw {r},0({a}); fence r,rw",
    "store_ordered": "ori {x},x0,{v}; fence rw,w; sw {x},0({a})",
    "copy_ordered": "fence rw,w; sw {r},0({a})",
    "tries_once": True,
}
PPC = {
    "load": "lwz {r},0({a})",
    "store": "li {x},{v}; stw {x},0({a})",
    "copy": "stw {r},0({a})",
    "xor": "xor {r},{s},{t}",
    "xor_value": "xori {r},{s},{v}",
    "and": "andi. {r},{s},{v}",
    "if_equal": "cmpwi {r},{v}; bne {l}",
    "exchange": "li {y},{w}; lwarx {x},r0,{a}; cmpwi {x},{v}; bne {l}; stwcx. {y},r0,{a}; bne {l}; li {r},1",
    "registers": [f"r{i}" for i in range(1, 24)],
    "addresses": [f"r{i}" for i in range(24, 32)],
    "load_ordered": "lwz {r},0({a}); lwsync",
    "store_ordered": "li {x},{v}; lwsync; stw {x},0({a})",
    "copy_ordered": "lwsync; stw {r},0({a})",
    "tries_once": True,
}
X86_64 = {
    "load": "movl ({a}),%{r}",
    "store": "movl ${v},({a})",
    "copy": "movl %{r},({a})",
    "xor": "movl %{s},%{r}; xorl %{t},%{r}",
    "xor_value": "movl %{s},%{r}; xorl ${v},%{r}",
    # Clears the two lowest bits, the only mask there is; herd7 has no andl.
    "and": "movl %{s},%{r}; orl $3,%{r}; xorl $3,%{r}",
    "if_equal": "cmpl ${v},%{r}; jne {l}",
    "exchange": "movl ${v},%eax; movl ${w},%{x}; lock cmpxchgl ({a}),%{x}; jne {l}; movl $1,%{r}",
    "registers": "ebx ecx edx esi edi r8d r9d r10d r11d r12d".split(),
    "addresses": None,
}
# Loads acquire and stores release as they are.
X86_64 |= {f"{op}_ordered": X86_64[op] for op in ("load", "store", "copy")}


def assembly(name, header, architecture, test):
    memory, threads, fault, _, shown = test
    setup, columns, registers, once = [f"{word}={value};" for word, value in memory.items()], [], [], []
    for number, thread in enumerate(threads):
        code, names, addresses = one_thread(number, thread, architecture, once)
        setup += [f"{number}:{address}={word};" for word, address in addresses.items() if address != word]
        columns.append(code)
        registers.append(names)

    def full_name(found):
        register = registers[int(found[1])].get(found[2], found[2])
        return f"{found[1]}:{wide(register)}"

    def rename(text):
        return re.sub(r"\b(\d):([a-z]\w*)", full_name, text)

    whole = "".join(f" /\\ ~({n}:{wide(found)}={old} /\\ {n}:{wide(flag)}=0)" for n, found, old, flag in once)
    head = f"{header} {name}\n{{\n {' '.join(setup)}\n}}\n{table(columns)}"
    return f"{head}\n\nlocations [{'; '.join(map(rename, shown))};]\nexists (({rename(fault)}){whole})\n"


def one_thread(number, thread, architecture, once):
    """The code, and what registers and words are called in it. Adds each exchange of one try to `once`."""
    free, names, addresses, code = iter(architecture["registers"]), {}, {}, []
    for op, *arguments in thread:
        given = dict(zip(OPERANDS[op.removesuffix("_ordered")], arguments))
        new = {}

        def register(kept, name):
            if name not in kept:
                kept[name] = next(free)
            return kept[name]

        def operand(found):
            letter = found[1]
            if letter in "rst":
                return register(names, given[letter])
            if letter in "xyzu":
                return register(new, letter)
            if letter == "a":
                pool = architecture["addresses"]
                return addresses.setdefault(given["a"], pool[len(addresses)] if pool else given["a"])
            return f"L{number}" if letter == "l" else str(given[letter])

        code += re.sub(r"\{(\w)\}", operand, architecture[op]).split("; ")
        if op == "exchange" and architecture.get("tries_once"):
            once.append((number, new["x"], given["v"], names[given["r"]]))
    label = f"L{number}"
    return code + ([f"{label}:"] if any(label in line for line in code) else []), names, addresses


def wide(register):
    """The name that herd7 wants in conditions."""
    if re.fullmatch(r"W\d+", register):
        return "X" + register[1:]
    if re.fullmatch(r"e[a-z]{2}", register):
        return "r" + register[1:]
    return register.removesuffix("d") if re.fullmatch(r"r\d+d", register) else register


def table(columns):
    height = max(map(len, columns))
    columns = [[f"P{i}"] + column + [""] * (height - len(column)) for i, column in enumerate(columns)]
    widths = [max(map(len, column)) for column in columns]
    rows = zip(*columns)
    return "\n".join(" " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " ;" for row in rows)


def c11(name, test):
    memory, threads, fault, _, shown = test
    expected, bodies = [], []
    for number, thread in enumerate(threads):
        body, arguments, depth, registers = [], [f"atomic_int* {word}" for word in memory], 0, {}
        for op, *operands in thread:
            given = dict(zip(OPERANDS[op.removesuffix("_ordered")], operands))
            if op == "exchange":
                # herd7 takes the expected value from memory.
                cell = f"e{len(expected)}"
                expected.append(f"[{cell}]={given['v']};")
                arguments.append(f"int* {cell}")
                given["v"] = cell
            if op == "if_equal":
                depth += 1
            if "r" in given and not op.startswith(("copy", "if_equal")):
                registers[given["r"]] = None
            body.append("  " + C11[op].format(**given))
        declared = "  " + " ".join(f"int {register} = 0;" for register in registers)
        closing = ["  " + "}" * depth] if depth else []
        lines = ([declared] if registers else []) + body + closing
        bodies.append(f"P{number} ({', '.join(arguments)}) {{\n" + "\n".join(lines) + "\n}")
    setup = " ".join([f"[{word}]={value};" for word, value in memory.items()] + expected)
    program = "\n\n".join(bodies)
    return f"C {name}\n{{ {setup} }}\n\n{program}\n\nlocations [{'; '.join(shown)};]\nexists ({fault})\n"


def c11_access(call, order):
    return f"{call}, memory_order_{order});"


C11 = {
    "load": "{r} = " + c11_access("atomic_load_explicit({a}", "relaxed"),
    "load_ordered": "{r} = " + c11_access("atomic_load_explicit({a}", "acquire"),
    "store": c11_access("atomic_store_explicit({a}, {v}", "relaxed"),
    "store_ordered": c11_access("atomic_store_explicit({a}, {v}", "release"),
    "copy": c11_access("atomic_store_explicit({a}, {r}", "relaxed"),
    "copy_ordered": c11_access("atomic_store_explicit({a}, {r}", "release"),
    "xor": "{r} = {s} ^ {t};",
    "xor_value": "{r} = {s} ^ {v};",
    "and": "{r} = {s} & {v};",
    "if_equal": "if ({r} == {v}) {{",
    "exchange": "{r} = " + c11_access("atomic_compare_exchange_strong_explicit({a}, {v}, {w}, memory_order_relaxed", "relaxed"),
}
