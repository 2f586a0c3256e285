// A pipe of radius 1 and length 2: a square of 2 x 2 elements within four blocks of 1 x 2.
SetFactory("Built-in");
a = 0.4; c = Sqrt(0.5);
Point(1) = {0, 0, 0};
Point(2) = { a,  a, 0}; Point(3) = {-a,  a, 0}; Point(4) = {-a, -a, 0}; Point(5) = { a, -a, 0};
Point(6) = { c,  c, 0}; Point(7) = {-c,  c, 0}; Point(8) = {-c, -c, 0}; Point(9) = { c, -c, 0};
Line(1) = {2, 3}; Line(2) = {3, 4}; Line(3) = {4, 5}; Line(4) = {5, 2};
Circle(5) = {6, 1, 7}; Circle(6) = {7, 1, 8}; Circle(7) = {8, 1, 9}; Circle(8) = {9, 1, 6};
Line(9) = {2, 6}; Line(10) = {3, 7}; Line(11) = {4, 8}; Line(12) = {5, 9};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
Curve Loop(2) = {9, 5, -10, -1}; Plane Surface(2) = {2};
Curve Loop(3) = {10, 6, -11, -2}; Plane Surface(3) = {3};
Curve Loop(4) = {11, 7, -12, -3}; Plane Surface(4) = {4};
Curve Loop(5) = {12, 8, -9, -4}; Plane Surface(5) = {5};
Transfinite Curve {1:8} = 3;
Transfinite Curve {9:12} = 2;
Transfinite Surface {1:5};
Recombine Surface {1:5};
new[] = Extrude {0, 0, 2} { Surface{1:5}; Layers{2}; Recombine; };
Physical Volume("fluid") = {1:5};
Physical Surface("inlet") = {1:5};
Physical Surface("outlet") = {new[0], new[6], new[12], new[18], new[24]};
Physical Surface("wall") = {new[9], new[15], new[21], new[27]};
// gmsh -3 pipe.geo -order 2 -format msh41 -bin -o pipe-27.msh
// gmsh -3 pipe.geo -order 2 -setnumber Mesh.SecondOrderIncomplete 1 -format msh22 -o pipe-20.msh
// gmsh -3 pipe.geo -order 3 -format msh41 -bin -o pipe-64.msh
// gmsh -3 pipe.geo -order 3 -setnumber Mesh.SecondOrderIncomplete 1 -format msh41 -bin -o pipe-32.msh
