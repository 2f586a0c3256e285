// A block of 2 x 1 x 3 elements on [0, 1] x [0, 1] x [0, 2], periodic in x and z.
Point(1) = {0, 0, 0};
Extrude {1, 0, 0} { Point{1}; Layers{2}; Recombine; }
Extrude {0, 1, 0} { Curve{1}; Layers{1}; Recombine; }
Extrude {0, 0, 2} { Surface{5}; Layers{3}; Recombine; }
Physical Volume("fluid") = {1};
Physical Surface("lower wall") = {14};
Physical Surface(7) = {22};
Physical Surface("sides") = {18, 26};
Physical Surface("ends") = {5, 27};
Periodic Surface {27} = {5} Translate {0, 0, 2};
Periodic Surface {18} = {26} Translate {1, 0, 0};
// gmsh -3 periodic.geo -format msh22 -o periodic-22.msh
// gmsh -3 periodic.geo -format msh22 -bin -o periodic-22-binary.msh
// gmsh -3 periodic.geo -format msh41 -o periodic-41.msh
// gmsh -3 periodic.geo -format msh41 -bin -o periodic-41-binary.msh
// gmsh periodic-41.msh -save -setnumber Mesh.MshFileVersion 4.0 -o periodic-40.msh
