// A cube of tetrahedra: gmsh -3 tetrahedra.geo -o tetrahedra.msh -format msh41
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 1, 1};
Transfinite Curve {:} = 3;
Transfinite Surface {:};
Physical Volume("fluid") = {1};
Physical Surface("x_min") = {1};
Physical Surface("x_max") = {2};
Physical Surface("y_min") = {3};
Physical Surface("y_max") = {4};
Physical Surface("z_min") = {5};
Physical Surface("z_max") = {6};
