"""Entry point of `python -m truebleu.compat.sacrebleu`, which is sacreBLEU's command."""

from truebleu.compat.sacrebleu.sacrebleu import main

if __name__ == "__main__":
    main()
