// The flow past a cylinder of diameter 1 at the origin: a ring of blocks around it inside a square, and blocks out to the
// sides, upstream and downstream; one element thick. Second-order hexahedra.
// gmsh -3 cylinder.geo -format msh41 -o cylinder.msh
// gmsh -3 cylinder.geo -setnumber N 4 -setnumber M 3 -setnumber NW 3 -setnumber NE 12 -setnumber NH 3 -format msh41 -o wake.msh
R = 0.5; S = 2;                       // radius; half side of the square
W = -8; E = 20; H = 8; L = 1;         // upstream, downstream, to the sides; thickness
DefineConstant[ N = 5, M = 4, NW = 4, NE = 9, NH = 4 ]; // elements: along a side of the square, across the ring, outwards
xs[] = {W, -S, S, E}; ys[] = {-H, -S, S, H};
For j In {0:3}
  For i In {0:3}
    Point(1 + i + 4*j) = {xs[i], ys[j], 0};
  EndFor
EndFor
Point(100) = {0, 0, 0};
c = R*Sqrt(0.5);
Point(101) = {-c, -c, 0}; Point(102) = {c, -c, 0}; Point(103) = {c, c, 0}; Point(104) = {-c, c, 0};
For j In {0:3}
  For i In {0:2}
    Line(200 + i + 3*j) = {1 + i + 4*j, 2 + i + 4*j};
  EndFor
EndFor
For i In {0:3}
  For j In {0:2}
    Line(300 + j + 3*i) = {1 + i + 4*j, 1 + i + 4*(j+1)};
  EndFor
EndFor
Circle(401) = {101, 100, 102}; Circle(402) = {102, 100, 103};
Circle(403) = {103, 100, 104}; Circle(404) = {104, 100, 101};
Line(411) = {101, 6}; Line(412) = {102, 7}; Line(413) = {103, 11}; Line(414) = {104, 10};
Transfinite Curve {204, 207, 201, 210, 304, 307, 301, 310, 401, 402, 403, 404} = N + 1;
Transfinite Curve {411, 412, 413, 414} = M + 1 Using Progression 1.5;
Transfinite Curve {-200, -203, -206, -209} = NW + 1 Using Progression 1.4;
Transfinite Curve {202, 205, 208, 211} = NE + 1 Using Progression 1.1;
Transfinite Curve {-300, -303, -306, -309} = NH + 1 Using Progression 1.4;
Transfinite Curve {302, 305, 308, 311} = NH + 1 Using Progression 1.4;
n = 0;
For j In {0:2}
  For i In {0:2}
    If (i != 1 || j != 1)
      Curve Loop(500 + n) = {200 + i + 3*j, 303 + j + 3*i, -(203 + i + 3*j), -(300 + j + 3*i)};
      Plane Surface(500 + n) = {500 + n};
      n = n + 1;
    EndIf
  EndFor
EndFor
Curve Loop(510) = {411, 204, -412, -401}; Plane Surface(510) = {510};
Curve Loop(511) = {412, 307, -413, -402}; Plane Surface(511) = {511};
Curve Loop(512) = {413, -207, -414, -403}; Plane Surface(512) = {512};
Curve Loop(513) = {414, -304, -411, -404}; Plane Surface(513) = {513};
Transfinite Surface {500:507, 510:513};
Recombine Surface {500:507, 510:513};
out[] = Extrude {0, 0, L} { Surface{500:507, 510:513}; Layers{1}; Recombine; };
Physical Volume("fluid") = {1:12};
Physical Surface("front") = {500:507, 510:513};
Physical Surface("back") = {out[0], out[6], out[12], out[18], out[24], out[30], out[36], out[42], out[48], out[54], out[60], out[66]};
inlet[] = Surface In BoundingBox {W-0.01, -H-0.01, -0.01, W+0.01, H+0.01, L+0.01};
outlet[] = Surface In BoundingBox {E-0.01, -H-0.01, -0.01, E+0.01, H+0.01, L+0.01};
lower[] = Surface In BoundingBox {W-0.01, -H-0.01, -0.01, E+0.01, -H+0.01, L+0.01};
upper[] = Surface In BoundingBox {W-0.01, H-0.01, -0.01, E+0.01, H+0.01, L+0.01};
Physical Surface("inlet") = {inlet[]};
Physical Surface("outlet") = {outlet[]};
Physical Surface("sides") = {lower[], upper[]};
Physical Surface("cylinder") = {out[53], out[59], out[65], out[71]};
Mesh.ElementOrder = 2;
Mesh.SecondOrderLinear = 0;
