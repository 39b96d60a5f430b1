"""`python -m truebleu.compat.sacrebleu`: sacreBLEU's command."""

from truebleu.compat.sacrebleu.sacrebleu import main

if __name__ == "__main__":
    main()
