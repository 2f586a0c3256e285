"""Cases of Nek5000, NekRS and Neko as case files of this program: python3 -m lobatto import."""
