// The space between two cylinders along z with radii 0.5 and 1, of second-order hexahedra.
// gmsh -3 annulus.geo -format msh41 -o annulus.msh
R1 = 0.5; R2 = 1; L = 4;  // radii, length
N = 6; M = 3; K = 1;      // elements along a quarter, across, along z
Point(1) = {0, 0, 0};
For i In {0:3}
  a = Pi/4 + i*Pi/2;
  Point(10+i) = {R1*Cos(a), R1*Sin(a), 0};
  Point(20+i) = {R2*Cos(a), R2*Sin(a), 0};
  Line(30+i) = {10+i, 20+i};
EndFor
For i In {0:3}
  j = (i+1)%4;
  Circle(40+i) = {10+i, 1, 10+j};
  Circle(50+i) = {20+i, 1, 20+j};
EndFor
For i In {0:3}
  j = (i+1)%4;
  Curve Loop(1+i) = {30+i, 50+i, -(30+j), -(40+i)};
  Plane Surface(1+i) = {1+i};
EndFor
Transfinite Curve {40, 41, 42, 43, 50, 51, 52, 53} = N+1;
Transfinite Curve {30, 31, 32, 33} = M+1;
Transfinite Surface {1, 2, 3, 4};
Recombine Surface {1, 2, 3, 4};
out[] = Extrude {0, 0, L} { Surface{1, 2, 3, 4}; Layers{K}; Recombine; };
Physical Volume("fluid") = {out[1], out[7], out[13], out[19]};
Physical Surface("outer") = {out[3], out[9], out[15], out[21]};
Physical Surface("inner") = {out[5], out[11], out[17], out[23]};
Physical Surface("bottom") = {1, 2, 3, 4};
Physical Surface("top") = {out[0], out[6], out[12], out[18]};
Mesh.ElementOrder = 2;
Mesh.SecondOrderLinear = 0;
