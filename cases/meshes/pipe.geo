// A pipe of radius 1 along z: an O-grid of second-order hexahedra.
// gmsh -3 pipe.geo -format msh41 -o pipe.msh
R = 1; L = 4; c = 0.5; // radius, length, half diagonal of the inner square
N = 6; M = 3; K = 1;  // elements along a quarter, across the ring, along z
Point(1) = {0, 0, 0};
For i In {0:3}
  a = Pi/4 + i*Pi/2;
  Point(10+i) = {c*Cos(a), c*Sin(a), 0};
  Point(20+i) = {R*Cos(a), R*Sin(a), 0};
  Line(30+i) = {10+i, 20+i};
EndFor
For i In {0:3}
  j = (i+1)%4;
  a = Pi/4 + i*Pi/2;
  Point(60+i) = {-0.6*Cos(a+Pi/4), -0.6*Sin(a+Pi/4), 0};
  Circle(40+i) = {10+i, 60+i, 10+j};
  Circle(50+i) = {20+i, 1, 20+j};
EndFor
Curve Loop(1) = {40, 41, 42, 43};
Plane Surface(1) = {1};
For i In {0:3}
  j = (i+1)%4;
  Curve Loop(2+i) = {30+i, 50+i, -(30+j), -(40+i)};
  Plane Surface(2+i) = {2+i};
EndFor
Transfinite Curve {40, 41, 42, 43, 50, 51, 52, 53} = N+1;
Transfinite Curve {30, 31, 32, 33} = M+1 Using Progression 0.75;
Transfinite Surface {1, 2, 3, 4, 5};
Recombine Surface {1, 2, 3, 4, 5};
out[] = Extrude {0, 0, L} { Surface{1, 2, 3, 4, 5}; Layers{K}; Recombine; };
Physical Volume("fluid") = {out[1], out[7], out[13], out[19], out[25]};
Physical Surface("wall") = {out[9], out[15], out[21], out[27]};
Physical Surface("bottom") = {1, 2, 3, 4, 5};
Physical Surface("top") = {out[0], out[6], out[12], out[18], out[24]};
Mesh.ElementOrder = 2;
Mesh.SecondOrderLinear = 0;
