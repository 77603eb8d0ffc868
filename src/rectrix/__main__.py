"""`python -m rectrix`, where the command `rectrix` is not on the path."""

from rectrix.cli import main

if __name__ == "__main__":
    main()
