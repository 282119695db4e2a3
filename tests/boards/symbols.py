"""Where the functions and variables of a firmware are."""
import subprocess


class Elf:
    def __init__(self, path):
        table = subprocess.run(["arm-none-eabi-nm", "-S", path], capture_output=True, text=True, check=True).stdout
        self.symbols = {}
        for line in table.splitlines():
            words = line.split()
            self.symbols[words[-1]] = (int(words[0], 16), int(words[1], 16) if len(words) == 4 else 0)

    def at(self, name):
        return self.symbols[name][0] & ~1

    def holds(self, name, address):
        return self.at(name) <= address < self.at(name) + self.symbols[name][1]
