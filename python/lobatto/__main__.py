from lobatto.cli import main

main()
