"""Cases of Nek5000, NekRS and Neko as case files of this program: lobatto import."""
