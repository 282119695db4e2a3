"""The cost report as one HTML page: tables and inline charts, no script, nothing from the network."""
import html

STYLE = """
:root { color-scheme: light dark; --ink: #1c2733; --faint: #5c6b7a; --paper: #fff; --rule: #dfe5ea; --a: #1f6f8b; --b: #9fc5d3; --c: #d98e32 }
@media (prefers-color-scheme: dark) { :root { --ink: #e5ebf0; --faint: #9aa9b7; --paper: #14191f; --rule: #2c3640; --a: #5fb3cf; --b: #2f5d6e; --c: #e3a85a } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem; margin: 0 auto; padding: 1.5rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; margin-top: 2.5rem } h3 { font-size: 1rem; margin: 1.5rem 0 .3rem }
p, figcaption { color: var(--faint) } figure { margin: 0 } svg { width: 100%; max-width: 48rem; height: auto; font: 13px system-ui, sans-serif }
.scroll { overflow-x: auto } table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem }
th, td { text-align: right; padding: .25rem .7rem; border-bottom: 1px solid var(--rule); white-space: nowrap }
thead th { white-space: normal; vertical-align: bottom }
th:first-child, td:first-child { text-align: left } th { font-weight: 600 }
text { fill: var(--ink) } .a { fill: var(--a) } .b { fill: var(--b) } .c { fill: var(--c) } .key { font-size: .85rem }
"""
COLUMNS = [("instructions", "instructions"), ("cycles, RAM", "core_cycles"), ("cycles, flash", "flash_cycles"), ("code B", "code_bytes"),
           ("stack B", "stack_bytes"), ("mult", "multiplications"), ("add", "additions"), ("div", "divisions"), ("sqrt", "square_roots"),
           ("sin/cos", "sin_cos")]
BAR, GAP, LEFT, WIDE, RIGHT = 18, 8, 160, 400, 60


def table(headings, lines):
    head = "".join(f'<th scope="col">{html.escape(h)}</th>' for h in headings)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in line) + "</tr>" for line in lines)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def bars(title, lines, unit):
    """a chart of [(label, [(class, value), ...])], the values stacked"""
    most = max(sum(value for _, value in parts) for _, parts in lines) or 1
    height = len(lines) * (BAR + GAP)
    out = [f'<figure><svg viewBox="0 0 {LEFT + WIDE + RIGHT} {height}" role="img" aria-label="{html.escape(title)}">']
    for i, (label, parts) in enumerate(lines):
        y, x = i * (BAR + GAP), LEFT
        out.append(f'<text x="{LEFT - 8}" y="{y + 14}" text-anchor="end">{html.escape(label)}</text>')
        for kind, value in parts:
            width = WIDE * value / most
            out.append(f'<rect class="{kind}" x="{x:.1f}" y="{y}" width="{width:.1f}" height="{BAR}"/>')
            x += width
        out.append(f'<text x="{x + 6:.1f}" y="{y + 14}">{sum(value for _, value in parts):,}</text>')
    return "".join(out) + f"</svg><figcaption>{html.escape(title)}, {html.escape(unit)}</figcaption></figure>"


def key(*entries):
    return '<p class="key">' + " &nbsp; ".join(
        f'<svg style="width:1em;height:.8em" viewBox="0 0 10 8" aria-hidden="true"><rect class="{kind}" width="10" height="8"/></svg> {html.escape(text)}'
        for kind, text in entries) + "</p>"


def section(robot, rows, boards):
    names = [row["algorithm"].replace("_", " ") for row in rows]
    cycles = [(name, [("a", row["core_cycles"]), ("b", row["flash_cycles"] - row["core_cycles"])]) for name, row in zip(names, rows)]
    operations = [(name, [("a", row["multiplications"]), ("b", row["additions"]), ("c", row["divisions"] + row["square_roots"] + row["sin_cos"])])
                  for name, row in zip(names, rows)]
    memory = [(name, [("a", row["code_bytes"])]) for name, row in zip(names, rows)]
    stack = [(name, [("a", row["stack_bytes"])]) for name, row in zip(names, rows)]
    rate_lines = [[name, *(f"{row['highest_rate_hz'][board] / 1000:.1f}" for board in boards)] for name, row in zip(names, rows)]
    rate_heads = [f"{board}, {clock / 1e6:.0f} MHz, {'flash' if cycles_of == 'flash_cycles' else 'RAM'}" for board, (clock, cycles_of) in boards.items()]
    return "".join([
        f"<h2>{html.escape(robot)}</h2><p>Sweeps laid out {html.escape(rows[0]['form'])}.</p>",
        "<h3>Highest control rate, kHz</h3>", table(["one sweep a tick, nothing else", *rate_heads], rate_lines),
        "<h3>Cycles</h3>", bars("Cycles of one call", cycles, "modelled"), key(("a", "without wait states"), ("b", "more from flash")),
        "<h3>Operations</h3>", bars("Floating-point operations of one call", operations, "counted at compile time"),
        key(("a", "multiplications"), ("b", "additions"), ("c", "divisions, roots, sin/cos")),
        "<h3>Flash</h3>", bars("Code and tables", memory, "bytes"), "<h3>Stack</h3>", bars("Deepest stack of one call", stack, "bytes"),
        "<h3>All figures</h3>", table(["", *(heading for heading, _ in COLUMNS)],
                                      [[name, *(f"{row[field]:,}" for _, field in COLUMNS)] for name, row in zip(names, rows)])])


def page(rows, boards, measured_with):
    robots = list(dict.fromkeys(row["robot"] for row in rows))
    title = "What " + ", ".join(robots[:3]) + (" and more cost" if len(robots) > 3 else " cost" if len(robots) > 1 else " costs")
    body = "".join(section(robot, [row for row in rows if row["robot"] == robot], boards) for robot in robots)
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(title)}</title><style>{STYLE}</style></head><body>
<h1>{html.escape(title)} on a Cortex-M4F</h1>
<p>limb, {html.escape(measured_with)}. Instructions and stack: one call, exact. Cycles: modelled (tools/m4cycles.py), without
wait states and from the flash of an STM32G4, by which boards with an STM32F4 are rated, too. Nothing here was measured on hardware.</p>
{body}</body></html>
"""
