"""Entry point of `python -m truebleu.compat.sacrebleu`, a drop-in for sacreBLEU's command."""

from truebleu.compat.sacrebleu.sacrebleu import main

if __name__ == "__main__":
    main()
