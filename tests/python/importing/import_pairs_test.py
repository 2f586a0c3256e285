"""Pairs of what a source says and what the case file has of it: right, or open."""

from dataclasses import dataclass, field

import pytest
from nek_cases import channel_sides, imported, numbered_sides, one_element, write_re2

PAR = {
    "GENERAL": {"polynomialOrder": "5", "numSteps": "5", "dt": "1e-3"},
    "VELOCITY": {"viscosity": "-100", "density": "1"},
}
NUMBERED = numbered_sides()
MISSING = object()
"""A key that the case file must not have."""


@dataclass
class Pair:
    """says: what the .par has besides, or instead, as "SECTION:key", and sections that it has not;
    does: routines by their names; sides: conditions of the mesh, of one element. has: keys of the
    case file with their values; words: what the report says of entries that hold a text."""

    name: str
    says: dict[str, str] = field(default_factory=dict)
    does: dict[str, str] = field(default_factory=dict)
    sides: list = field(default_factory=lambda: NUMBERED)
    has: dict[str, object] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    usr: str = ""
    """The text of the .usr, where `does` cannot have it."""
    udf: str = ""
    """Of NekRS, with a .par of its version 24."""
    nekrs: str = ""
    """What that .par has besides."""


def velocity_of(number):
    return f"boundary.boundary-{number}.velocity"


HEAT = {"TEMPERATURE:conductivity": "0.5", "TEMPERATURE:rhoCp": "2"}
INLET = {"usrdat2": "call setbc(1,1,'v  ')"}
JUMPS = [
    Pair(
        "a jump over an assignment is a choice",
        does={"useric": "ux = 1.\nif (y.gt.0.5) goto 10\nux = 2.\n10 continue\nuy = 0"},
        has={"initial.velocity": ["(y > 0.5 ? 1 : 2)", "0", "0"]},
        words={"useric: initial values": "translated"},
    ),
    Pair(
        "a label on the statement itself",
        does=INLET | {"userbc": "ux = y\nif (z.lt.0.5) go to 20\nux = 0.0\n20 uy = 0.0\nuz = 0.0"},
        has={velocity_of(1): ["(z < 0.5 ? y : 0)", "0", "0"]},
    ),
    Pair(
        "two jumps to one label",
        does={
            "useric": "ux = 1.\nif (y.gt.1.) goto 9\n"
            "ux = 2.\nif (y.gt.0.) goto 9\nux = 3.\n9 uy = 0"
        },
        has={"initial.velocity": ["(y > 1 ? 1 : (y > 0 ? 2 : 3))", "0", "0"]},
    ),
    Pair(
        "a jump backwards is open",
        does={"useric": "ux = 0.\n10 ux = ux + y\nif (ux.lt.1.) goto 10"},
        has={"initial": MISSING},
        words={"useric: initial values": "open"},
    ),
    Pair(
        "a computed jump is open",
        does={"useric": "i = 1\nux = 1.\ngoto (10, 20), i\nux = 2.\n10 uy = 0\n20 uz = 0"},
        has={"initial": MISSING},
        words={"useric: initial values": "open"},
    ),
    Pair(
        "an arithmetic if is open",
        does={"useric": "ux = 1.\nif (y) 10, 20, 20\n10 ux = 2.\n20 uy = 0"},
        has={"initial": MISSING},
        words={"useric: initial values": "open"},
    ),
    Pair(
        "an early return is a choice",
        does={"useric": "ux = 1.\nif (y.gt.0.) return\nux = 2."},
        has={"initial.velocity": ["(y > 0 ? 1 : 2)", "0", "0"]},
    ),
    Pair(
        "select case",
        does={
            "useric": "n = 2\nselect case (n)\ncase default\nux = 9.\ncase (1)\nux = 1.\n"
            "case (2:3)\nux = 5.\nend select"
        },
        has={"initial.velocity": ["5", "0", "0"]},
    ),
    Pair(
        "statements on one line",
        does={"useric": "ux = 1.; uy = 2.; uz = 3."},
        has={"initial.velocity": ["1", "2", "3"]},
    ),
]
AT_ALL = "n = nx1*ny1*nz1*nelv\ndo i=1,n\n{}\nenddo"
MAPS = [
    *(
        Pair(
            f"usrdat2 moves the mesh: {text}",
            does={"usrdat2": text},
            has={"mesh.map": has or MISSING, "case.refuse": MISSING if has else ...},
            words={"usrdat2: coordinates": "translated", "1 element": "translated"}
            if has
            else {"1 element": "open"},
        )
        for text, has in (
            ("x0 = 0.\nx1 = 2.*pi\ncall rescale_x(xm1,x0,x1)", ["x*pi", "y", "z"]),
            ("call rescale_x(ym1,1.,2.)", ["x", "1 + (y - (-1))*0.5", "z"]),
            (
                "call rescale_x(zm1,0.,4.)\nz = glmax(zm1,n) - glmin(zm1,n)\ncall cmult(xm1,z,n)",
                ["4*x", "y", "z*4"],
            ),
            (
                AT_ALL.format(
                    "x = xm1(i,1,1,1)\ny = ym1(i,1,1,1)\n" "xm1(i,1,1,1) = y\nym1(i,1,1,1) = -x"
                ),
                ["y", "-x", "z"],
            ),
            (
                AT_ALL.format("if (zm1(i,1,1,1).gt.0.5) xm1(i,1,1,1) = 2.*xm1(i,1,1,1)"),
                ["(z > 0.5 ? 2*x : x)", "y", "z"],
            ),
            (
                "do ie=1,nelt\ndo k=1,lz1\ndo j=1,ly1\ndo i=1,lx1\na = xm1(i,j,k,ie)\n"
                "xm1(i,j,k,ie) = a + 0.1*sin(pi*a)\nenddo\nenddo\nenddo\nenddo",
                ["x + 0.1*sin(pi*x)", "y", "z"],
            ),
            ("do i=1,10\nxm1(i,1,1,1) = 0.\nenddo", None),
            ("xm1(1,1,1,1) = 0.", None),
            (AT_ALL.format("if (i.lt.9) xm1(i,1,1,1) = 0."), None),
            (AT_ALL.format("xm1(i,1,1,1) = w1(i)"), None),
            (AT_ALL.format("xm1(i,1,1,1) = y**2") + "\ncall rescale_x(xm1,0.,1.)", None),
            ("call rescale_x(xm1,param(1),uparam(9))\ncall mine(xm1)", None),
            ("xc(1,1) = 2.\ncall rescale_x(xm1,0.,1.)", None),
        )
    ),
    Pair(
        "variables that have the names of coordinates",
        usr="      subroutine useric(ix,iy,iz,eg)\n      include 'NEKUSE'\n"
        "      include 'TSTEP'\n      xc = 0.5\n      ux = x - xc\n      return\n      end\n",
        has={"initial.velocity": ["x - 0.5", "0", "0"], "case.refuse": MISSING},
    ),
    Pair(
        "a constant in brackets before a division",
        does={"useric": "ux = (2.*pi - 1.)/6.*x"},
        has={"initial.velocity": ["0.880530884529931*x", "0", "0"]},
    ),
]
TYPES = [
    Pair(
        "integers that implicit names",
        does={"useric": "implicit integer(a-c), real*8 (i)\nb = 1.7\ni = 2.7\nux = b\nuy = i"},
        has={"initial.velocity": ["1", "2.7", "0"]},
    ),
    Pair(
        "text behind column 72, which compilers leave out",
        does={"useric": "ux = y".ljust(66) + "*2."},
        has={"initial": MISSING},
        words={"useric: initial values": "open"},
    ),
    Pair(
        "a comment behind column 72",
        does={"useric": "ux = y".ljust(66) + "! twice"},
        has={"initial.velocity": ["y", "0", "0"]},
    ),
    Pair(
        "a function with the type of its head",
        does={"useric": "ux = jump(y)", "real function jump(s)": "jump = 0.5 + s"},
        has={"initial.velocity": ["0.5 + y", "0", "0"]},
    ),
    Pair(
        "integers by their first letter",
        does={"useric": "k = 1.7\nux = k"},
        has={"initial.velocity": ["1", "0", "0"]},
    ),
    Pair(
        "a declaration in newer style",
        does={"useric": "real, parameter :: a = 0.25\nreal(8) :: k\nk = 1.5\nux = a + k"},
        has={"initial.velocity": ["1.75", "0", "0"]},
    ),
    Pair(
        "what routines share is known to none",
        does={"useric": "common /mine/ amp\nux = amp*y"},
        has={"initial": MISSING},
        words={"useric: initial values": "open"},
    ),
    Pair(
        "what a subroutine may change is open",
        does={"useric": "a = 1.\ncall change(a)\nux = a", "subroutine change(a)": "a = 2."},
        has={"initial": MISSING},
        words={"useric: initial values": "open"},
    ),
    Pair(
        "a definition under a condition that the file decides",
        usr="#define LAMINAR\n#ifdef LAMINAR\n#define AMP 1+1\n#else\n#define AMP 3\n#endif\n"
        "      subroutine useric(ix,iy,iz,eg)\n      ux = 2*AMP\n      end\n",
        has={"initial.velocity": ["3", "0", "0"]},
    ),
    Pair(
        "a definition under a condition that nobody can tell",
        usr="#ifdef LAMINAR\n#define AMP 1\n#else\n#define AMP 3\n#endif\n"
        "      subroutine useric(ix,iy,iz,eg)\n      ux = 2*AMP\n      end\n",
        has={"initial": MISSING},
        words={"useric: initial values": "open"},
    ),
    Pair(
        "routines of which one is compiled",
        usr="#ifdef LAMINAR\n      subroutine useric(ix,iy,iz,eg)\n      ux = 1\n      end\n"
        "#else\n      subroutine useric(ix,iy,iz,eg)\n      ux = 2\n      end\n#endif\n"
        "      subroutine userf(ix,iy,iz,eg)\n      ffx = 1\n      ffy = 0\n      ffz = 0\n"
        "      end\n",
        has={"initial": MISSING, "forcing.body": ["1", "0", "0"]},
        words={"useric: initial values": "open", "userf": "translated"},
    ),
]
CONDITIONS = [
    Pair(
        "loops over the sides in usrdat",
        does={
            "usrdat": "do iel=1,nelv\ndo ifc=1,2*ndim\nid = boundaryID(ifc,iel)\n"
            "if (id.eq.2) cbc(ifc,iel,1) = 'O  '\nif (id.ge.3) cbc(ifc,iel,1) = 'W  '\n"
            "enddo\nenddo"
        },
        has={"boundary.boundary-2": "outflow", "boundary.boundary-6": "wall"},
        words={"usrdat: sets conditions": "no need", "boundary boundary-1": "open"},
    ),
    Pair(
        "calls of setbc in a loop",
        does={"usrdat2": "do i=1,5\ncall setbc(i,1,'W  ')\nenddo\ncall setbc(6,1,'SYM')"},
        has={"boundary.boundary-5": "wall", "boundary.boundary-6": "symmetry"},
    ),
    Pair(
        "a call of setbc under a condition that the text decides",
        does={
            "usrdat2": "n = 2\nif (n.eq.2) call setbc(1,1,'O  ')\nif (n.eq.3) call setbc(1,1,'W')"
        },
        has={"boundary.boundary-1": "outflow"},
    ),
    Pair(
        "a call of setbc under a condition that nobody can tell",
        does={"usrdat2": "if (uparam(1).gt.glmax(a,1)) call setbc(1,1,'O  ')"},
        has={"boundary": MISSING},
        words={"boundary boundary-1": "open", "usrdat2: sets conditions": "open"},
    ),
    Pair(
        "cycle passes by the rest of a loop",
        does={
            "usrdat2": "do e=1,nelv\ndo f=1,6\nif (boundaryID(f,e).ne.3) cycle\n"
            "cbc(f,e,1) = 'O  '\nenddo\nenddo"
        },
        has={"boundary.boundary-3": "outflow"},
        words={"boundary boundary-2": "open"},
    ),
    Pair(
        "select case over the number of a side",
        does={
            "usrdat2": "do e=1,nelv\ndo f=1,6\nselect case (boundaryID(f,e))\ncase (1)\n"
            "cbc(f,e,1) = 'O  '\ncase default\ncbc(f,e,1) = 'W  '\nend select\nenddo\nenddo"
        },
        has={"boundary.boundary-1": "outflow", "boundary.boundary-4": "wall"},
    ),
    *(
        Pair(
            f"a loop over some elements: {loop}",
            does={"usrdat2": f"{loop}\ndo f=1,6\ncbc(f,e,1) = 'W  '\nenddo\nenddo"},
            has={"boundary": MISSING},
            words={"boundary boundary-3": "open"},
        )
        for loop in ("do e=1,nelt/2", "do e=5,nelt", "do e=1,1")
    ),
    Pair(
        "the side of one element",
        does={"usrdat2": "do f=1,6\ncbc(f,1,1) = 'W  '\nenddo"},
        has={"boundary": MISSING},
    ),
    Pair(
        "conditions in the hands of a routine that nobody knows",
        does={"usrdat2": "do e=1,nelv\ndo f=1,6\ncall chcopy(cbc(f,e,1),'W  ',3)\nenddo\nenddo"},
        has={"boundary": MISSING},
    ),
    Pair(
        "a number that a call may change",
        does={
            "usrdat2": "do e=1,nelv\ndo f=1,6\nid = 1\ncall number(f,e,id)\n"
            "if (id.eq.1) cbc(f,e,1) = 'W  '\nenddo\nenddo"
        },
        has={"boundary": MISSING},
    ),
    Pair(
        "a file that is read changes no condition",
        does={"usrdat2": "read(9,*) amp\ncall setbc(1,1,'W  ')", "userchk": "read(9,*) amp"},
        has={"boundary.boundary-1": "wall"},
    ),
    Pair(
        "a letter in local directions",
        does={"usrdat2": "call setbc(1,1,'shl')", "userbc": "trx = 1.\ntry = 2.\ntrz = 3."},
        has={"boundary": MISSING},
        words={"boundary boundary-1": "open"},
    ),
    Pair(
        "conditions that a subroutine of the user sets",
        does={"usrdat2": "call mine", "subroutine mine": "call setbc(2,1,'W  ')"},
        has={"boundary.boundary-2": "wall"},
    ),
    Pair(
        "conditions that a subroutine sets by its arguments",
        does={
            "usrdat2": "call setbc(2,1,'W  ')\ncall mine(2)",
            "subroutine mine(n)": "call setbc(n,1,'O  ')",
        },
        has={"boundary": MISSING},
        words={"boundary boundary-2": "open"},
    ),
    Pair(
        "values by the number of the side",
        says=HEAT,
        does={
            "usrdat": "do i=1,6\ncall setbc(i,1,'W  ')\ncall setbc(i,2,'t  ')\nenddo",
            "userbc": "integer e,eg\ne = gllel(eg)\ntemp = 0.\n"
            "if (boundaryID(iside,e).eq.1) temp = 2.",
        },
        has={
            "scalar.0.boundary.boundary-1.value": "2",
            "scalar.0.boundary.boundary-2.value": "0",
        },
    ),
    Pair(
        "a side that the file has as periodic, and user code not",
        sides=channel_sides(["P", "O", "P", "v"]),
        does={
            "usrdat2": "do e=1,nelv\ndo f=1,4\nif (cbc(f,e,1).eq.'P  ') cbc(f,e,1) = 'W  '\n"
            "enddo\nenddo"
        },
        words={"boundary P": "open"},
    ),
]
CONDITIONS += [
    Pair(
        f"a condition that {routine} changes anew",
        does={"usrdat2": "call setbc(1,1,'O  ')\ncall setbc(2,1,'W  ')", routine: change},
        has={"boundary.boundary-1": MISSING, "boundary.boundary-2": "wall"},
        words={"boundary boundary-1": "open", f"{routine}: {what}": "open"},
    )
    for routine, change, what in (
        ("usrdat3", "call setbc(1,1,'W  ')", "sets conditions"),
        ("userchk", "if (istep.eq.10) call setbc(1,1,'W  ')", "sets conditions"),
        ("useric", "call setbc(1,1,'W  ')", "initial values"),
    )
]
WORDS = {
    "inlet, PRESSURE, Symmetry, none, wall, dirichlet": ["v", "o", "SYM", "", "W", "v"],
    "v, o, O, on, ON, SYM": ["v", "o", "O", "on", "ON", "SYM"],
}
KINDS = {
    "v": {"velocity": ["1", "v", "w"]},
    "o": {"pressure": "4"},
    "O": "outflow",
    "on": {"pressure": "4", "tangential_velocity": ["1", "v", "w"]},
    "ON": {"tangential_velocity": ["1", "v", "w"]},
    "SYM": "symmetry",
    "W": "wall",
    "": MISSING,
}
CONDITIONS += [
    Pair(
        f"words and letters of Nek5000: {text}",
        says={"VELOCITY:boundaryTypeMap": text},
        does={"userbc": "ux = 1.\npa = 4."},
        has={f"boundary.boundary-{n}": KINDS[letter] for n, letter in enumerate(letters, start=1)},
    )
    for text, letters in WORDS.items()
] + [
    Pair(
        "components that userbc does not set are those of the solution",
        says={"VELOCITY:boundaryTypeMap": "v, W, W, W, W, W"},
        does={"userbc": "uy = 0.\nuz = 0."},
        has={"boundary.boundary-1.velocity": ["u", "0", "0"]},
    ),
    Pair(
        "words of Nek5000 for a scalar",
        says=HEAT | {"TEMPERATURE:boundaryTypeMap": "t, flux, convection, outlet, radiation, I"},
        does={"userbc": "temp = 1.\nflux = 2.\nhc = 4.\ntinf = 3."},
        has={
            "scalar.0.boundary": {
                "boundary-1": {"value": "1"},
                "boundary-2": {"flux": "1"},
                "boundary-3": {"robin": "2", "ambient": "3"},
                "boundary-4": "insulated",
                "boundary-6": "insulated",
            }
        },
        words={"temperature on boundary-5": "open"},
    ),
    *(
        Pair(
            f"conditions of one field are read: {key}",
            says=HEAT | {key: value},
            sides=[*NUMBERED, [(1, face, [0] * 5, "I") for face in range(1, 7)]],
            has={"scalar.0.boundary": MISSING},
        )
        for key, value in (
            ("MESH:numberOfBCFields", "1"),
            ("VELOCITY:boundaryTypeMap", "wall, wall, wall, wall, wall, wall"),
        )
    ),
]
STRESS = "trx = 4.0\ntry = 0.0\ntrz = 2.0\npa = 8.0\nux = 1.0\nuy = 0.25\nuz = 0.0"
DENSE = {"VELOCITY:density": "2", "VELOCITY:viscosity": "0.1"}


def on_one_side(letters, key, value, says=DENSE):
    return Pair(
        f"{letters} in a fluid of density {says.get('VELOCITY:density', 1)}: {key}",
        says=says,
        sides=channel_sides(["W", letters, "W", "W"]),
        does={"userbc": STRESS},
        has={f"boundary.{letters.strip()}.{key}": value},
    )


TRACTIONS = [
    on_one_side("s  ", "traction", ["2", "0", "1"]),
    on_one_side("s  ", "traction", ["4", "0", "2"], {}),
    on_one_side("sh ", "traction", ["2", "0", "1"]),
    on_one_side("o  ", "pressure", "4"),
    on_one_side("on ", "pressure", "4"),
    on_one_side("on ", "tangential_velocity", ["1", "0.25", "0"]),
    on_one_side("ON ", "tangential_velocity", ["1", "0.25", "0"]),
    Pair(
        "a traction over a density that is no number",
        says={"VELOCITY:density": "heavy"},
        sides=channel_sides(["W", "s  ", "W", "W"]),
        does={"userbc": STRESS},
        has={"boundary.s": MISSING, "fluid": MISSING},
        words={"boundary s": "open", "velocity: density": "open", "velocity: viscosity": "open"},
    ),
]


def changed(text, key, words, where="usrdat2", says=None):
    return Pair(
        f"{text} in {where}",
        says=HEAT | (says or {}),
        does={where: text},
        has={key: MISSING},
        words=words,
    )


CHANGES = [
    changed("param(2) = 0.5", "fluid", {"velocity: viscosity": "open"}),
    changed("cpfld(1,1) = 0.5", "fluid", {"velocity: viscosity": "open"}, "userchk"),
    changed("cpfld(1,2) = 0.5", "fluid", {"velocity: density": "open"}),
    changed("vdiff(1,1,1,1,1) = 2.", "fluid", {"velocity: viscosity": "open"}, "usrdat3"),
    changed("call cfill(vdiff,2.,n)", "fluid", {"velocity: viscosity": "open"}, "userchk"),
    changed("param(8) = 0.5", "scalar.0.diffusivity", {"conductivity = 0.5": "open"}),
    changed("cpfld(2,2) = 3.", "scalar.0.diffusivity", {"rhoCp = 2": "open"}),
    changed("do i=1,9\ncpfld(i,1) = 3.\nenddo", "fluid", {"velocity: viscosity": "open"}),
    changed("ifuservp = .true.", "fluid", {"velocity: viscosity": "open"}, "usrdat"),
    changed("param(12) = 0.1", "time.dt", {"dt = 1e-3": "open"}),
    changed("dt = 0.1", "time.dt", {"dt = 1e-3": "open"}, "userchk"),
    changed("nsteps = 7", "time.steps", {"numSteps": "open"}, "userchk"),
    changed(
        "iostep = 7",
        "output.fields",
        {"writeInterval": "open"},
        "userchk",
        {"GENERAL:writeInterval": "5"},
    ),
    Pair(
        "a time of zero at the begin",
        says={"GENERAL:stopAt": "endTime", "GENERAL:endTime": "2"},
        does={"useric": "time = 0.\nux = 1."},
        has={"time.end": 2.0, "initial.velocity": ["1", "0", "0"]},
    ),
    changed(
        "if (istep.eq.0) time = 0.",
        "time.end",
        {"endTime = 2": "open"},
        "userchk",
        {"GENERAL:stopAt": "endTime", "GENERAL:endTime": "2"},
    ),
    *(
        changed(text, "fluid", {"velocity: viscosity": "open"}, "usrdat")
        for text in (
            "read(10,*) cpfld(1,1)",
            "call mine(2.0, cpfld(1,1))",
            "call bcast(param(2),8)",
            "call setprop(n,2.,vdiff)",
        )
    ),
    changed("read(10,*) dt", "time.dt", {"dt = 1e-3": "open"}, "userchk"),
    changed("call mine(dt)", "time.dt", {"dt = 1e-3": "open"}, "userchk"),
    Pair(
        "what a routine of the user only reads",
        does={"userchk": "call mine(vdiff,dt,a)", "subroutine mine(b,c,d)": "d = b(1,1,1,1,1)*c"},
        has={"fluid.reynolds": 100.0, "time.dt": 1e-3},
    ),
    Pair(
        "what a routine of the user sets",
        does={"userchk": "call mine(a,dt)", "subroutine mine(b,c)": "c = b"},
        has={"fluid.reynolds": 100.0, "time.dt": MISSING},
    ),
    *(
        Pair(
            f"initial values from elsewhere: {text}",
            does={"useric": "ux = 1.", where: text},
            has={"initial": MISSING},
            words={"useric: initial values": "open"},
        )
        for where, text in (
            ("userchk", "if (istep.eq.0) call gfldr('a0.f00001')"),
            ("usrdat2", "initc(1) = 'a0.f00001'"),
            ("userchk", "call load_fld('a0.f00001')"),
            ("userchk", "call mine(n,vx)"),
        )
    ),
    Pair(
        "a field that is set to zero",
        does={"userchk": "pr(1,1,1,1) = 0."},
        words={"userchk": "open"},
    ),
    changed("avol = 2.\nqvol = x", "scalar.0.source", {"source of temperature": "open"}, "userq"),
    *(
        Pair(
            f"uservp with {text}",
            says=HEAT | {"PROBLEMTYPE:variableProperties": "yes"},
            does={"uservp": text},
            has={"fluid": MISSING, "scalar.0.diffusivity": MISSING},
            words={"velocity: viscosity": "open", "conductivity = 0.5": "open"},
        )
        for text in ("udiff = ediff(ix,iy,iz,e)\nutrans = 1.", "udiff = 1.\nutrans = 4.")
    ),
    Pair(
        "properties that uservp sets instead",
        says=HEAT | {"PROBLEMTYPE:variableProperties": "yes"},
        does={"uservp": "utrans = 1.\nudiff = 0.1*(1. + y)\nif (ifield.eq.2) utrans = 2."},
        has={
            "fluid": {"viscosity": "0.1*(1 + y)"},
            "scalar.0.diffusivity": "0.1*(1 + y)/2",
        },
        words={"velocity: viscosity": "no need", "conductivity = 0.5": "no need"},
    ),
    Pair(
        "parameters that change nothing here",
        does={"usrdat2": "param(59) = 1\nparam(66) = 6"},
        words={"param(59)": "no need", "param(66)": "no need"},
    ),
    *(
        Pair(
            f"{text} changes the mesh",
            does={"usrdat2": "call mine", "subroutine mine": text},
            has={"case.refuse": ...},
            words={"1 element": "open"},
        )
        for text in ("xm1(1,1,1,1) = 2.*ym1(1,1,1,1)", "call rescale_x(ym1,0.0,2.0)")
    ),
    Pair(
        "user code ends the run",
        does={"userchk": "if (time.gt.2.) lastep = 1"},
        has={"time.steps": 5},
        words={"userchk: ends the run": "open"},
    ),
    Pair(
        "a dt of the routine's own",
        does={"userchk": "real dt\ndt = 0.1"},
        has={"time.dt": 1e-3},
        words={"dt = 1e-3": "translated"},
    ),
    Pair(
        "a parameter that usrdat sets anew is not known to formulas",
        does={"usrdat": "uparam(1) = glmax(a,1)", "useric": "ux = uparam(1)"},
        says={"GENERAL:userParam01": "3"},
        has={"initial": MISSING},
        words={"useric: initial values": "open"},
    ),
    Pair(
        "initial values that userchk sets anew",
        does={"useric": "ux = 1.", "userchk": "if (istep.eq.0) call rzero(vx,n)"},
        has={"initial": MISSING},
        words={"useric: initial values": "open"},
    ),
]


def refused(name, says=None, does=None, words=None):
    return Pair(name, says=says or {}, does=does or {}, has={"case.refuse": ...}, words=words or {})


EQUATIONS = [
    refused(
        "a magnetic field", {"PROBLEMTYPE:equation": "incompMHD"}, words={"incompMHD": "not here"}
    ),
    refused("low Mach number", {"PROBLEMTYPE:equation": "lowMachNS"}),
    refused("a steady Stokes flow", {"PROBLEMTYPE:equation": "steadyStokes"}),
    refused("perturbations", {"PROBLEMTYPE:equation": "incompLinNS"}),
    refused("perturbations by their number", {"PROBLEMTYPE:numberOfPerturbations": "2"}),
    refused("swirl by its own field", {"PROBLEMTYPE:swirl": "yes"}),
    Pair(
        "an axis",
        says={"PROBLEMTYPE:axiSymmetry": "yes"},
        has={"mesh.axisymmetric": True},
        words={"axiSymmetry": "translated"},
    ),
    refused("a mesh that moves", {"MESH:motion": "elasticity"}, words={"motion": "not here"}),
    refused("particles", does={"userchk": "call lpm_advance"}),
    refused("RANS", does={"userchk": "call rans_init(1,2,3,4,5,.true.)"}),
    refused("a switch in the code", does={"usrdat": "ifmvbd = .true."}),
    Pair(
        "periodic by a rotation",
        says={"PROBLEMTYPE:cyclicBoundaries": "yes"},
        has={"case.refuse": MISSING},
        words={"cyclicBoundaries": "no need"},
    ),
    Pair(
        "periodic by a rotation in the code",
        does={"usrdat": "ifcyclic = .true."},
        has={"case.refuse": MISSING},
    ),
    refused("perturbations in the code", does={"usrdat2": "param(31) = 2"}),
    refused("heat that the code switches off", HEAT, {"usrdat": "ifheat = .false."}),
    refused("perturbations by their number in the code", does={"usrdat": "npert = 2"}),
    refused("a flow that perturbations do not change", does={"usrdat": "ifbase = .false."}),
    Pair(
        "no perturbations",
        does={"usrdat": "npert = 0\nifbase = .true."},
        has={"case.refuse": MISSING},
    ),
    Pair(
        "no section of the velocity",
        says=HEAT | {"VELOCITY": ""},
        has={"flow.velocity": ["0", "0", "0"]},
        words={"no section of the velocity": "translated"},
    ),
    Pair(
        "Stokes",
        says={"PROBLEMTYPE:equation": "stokes"},
        has={"fluid.advection": False},
        words={"equation": "translated"},
    ),
    Pair(
        "no advection of the flow",
        says={"VELOCITY:advection": "no"},
        has={"fluid.advection": False},
        words={"advection": "translated"},
    ),
    Pair(
        "no advection of a scalar",
        says=HEAT | {"TEMPERATURE:advection": "no"},
        has={"scalar": [{"name": "temperature", "diffusivity": 0.25, "advection": False}]},
        words={"advection": "translated"},
    ),
    Pair(
        "switches that are off",
        says={
            "PROBLEMTYPE:axiSymmetry": "no",
            "PROBLEMTYPE:equation": "incompNS",
            "MESH:motion": "none",
            "VELOCITY:advection": "yes",
        },
        does={"usrdat": "ifaxis = .false.\nifheat = .false.\nifflow = .true."},
        has={"case.refuse": MISSING},
        words={"axiSymmetry": "no need"},
    ),
]
STEPS = [
    Pair(
        "a target without a length of a step",
        says={"GENERAL:dt": "0", "GENERAL:targetCFL": "0.3"},
        has={"time.cfl": 0.3, "time.dt": MISSING},
        words={"targetCFL": "translated"},
    ),
    Pair(
        "a target in the length of a step",
        says={"GENERAL:dt": "targetCFL=0.3 + max=1e+2"},
        has={"time.cfl": 0.3, "time.max_dt": 100.0},
    ),
    Pair(
        "a target beside a fixed length",
        says={"GENERAL:targetCFL": "0.3"},
        has={"time.cfl": MISSING, "time.dt": 1e-3},
        words={"targetCFL": "no need"},
    ),
    Pair(
        "a key that is not read",
        says={"GENERAL:stopAt": "endTime", "GENERAL:endTime": "2", "GENERAL:elapsedTime": "5"},
        has={"time.steps": MISSING, "time.end": 2.0, "time.wall_limit": MISSING},
        words={"numSteps": "no need", "elapsedTime": "no need"},
    ),
    Pair(
        "the clock ends the run",
        says={"GENERAL:stopAt": "elapsedTime", "GENERAL:elapsedTime": "5"},
        has={"time.wall_limit": 300, "time.steps": MISSING},
        words={"no end of the run": "open"},
    ),
    Pair(
        "an output by a clock",
        says={"GENERAL:writeControl": "elapsedTime", "GENERAL:writeInterval": "10"},
        has={"output": MISSING},
        words={"writeInterval": "open", "writeControl": "open"},
    ),
    Pair(
        "a length that is no number",
        says={"GENERAL:dt": "short"},
        has={"time.dt": MISSING, "time.cfl": MISSING},
        words={"dt = short": "open"},
    ),
    Pair(
        "a restart from a file that is not there",
        says={"GENERAL:startFrom": "old.f00003 time=0 U"},
        has={"restart.from": "old.f00003", "restart.time": 0, "restart.fields": ["velocity"]},
        words={"^time=0$": "translated", "^U$": "translated"},
    ),
    *(
        Pair(f"{yes} for yes", says={"GENERAL:dealiasing": yes}, has={"mesh.quadrature": MISSING})
        for yes in ("y", "1.0", "T", "Yes", ".true.")
    ),
    *(
        Pair(f"{no} for no", says={"GENERAL:dealiasing": no}, has={"mesh.quadrature": "none"})
        for no in ("n", "0", "F", "false")
    ),
]
STEPS += [
    Pair(
        f"startFrom = {text}",
        says=HEAT | {"GENERAL:startFrom": text},
        has={"restart": expected}
        if expected is MISSING
        else {f"restart.{key}": value for key, value in expected.items()},
        words=words,
    )
    for text, expected, words in (
        ("0", MISSING, {"startFrom": "no need"}),
        (
            "a0.f00001 UPT",
            {"fields": ["velocity", "pressure", "temperature"]},
            {"UPT": "translated"},
        ),
        ("a0.f00001 XU", {"fields": ["velocity"]}, {}),
        ("a0.f00001 X U", {"fields": ["velocity"]}, {"^X$": "open"}),
        ("a0.f00001 UQ", {"fields": MISSING}, {"^UQ$": "open"}),
        ("a0.f00001 TIME = 0.5", {"time": 0.5}, {"^TIME=0.5$": "translated"}),
        ("a0.f00001 U, b0.f00001 T", {"fields": ["velocity"]}, {"^b0.f00001 T$": "open"}),
    )
]
FILTER = {"GENERAL:filtering": "hpfrt", "GENERAL:filterWeight": "10"}
STEPS += [
    Pair(
        "a filter of one mode, which Nek5000 has not",
        says=FILTER | {"GENERAL:filterModes": "1"},
        has={"filter": MISSING},
        words={"filtering": "no need", "filterModes": "no need"},
    ),
    Pair(
        "a filter of two modes",
        says=FILTER | {"GENERAL:filterModes": "2"},
        has={"filter": {"kind": "relaxation", "modes": 2, "chi": 10.0}},
    ),
    *(
        Pair(
            f"a filter by its ratio {ratio} at order {order}{'' if rate == {} else ' and a rate'}",
            says=FILTER
            | rate
            | {"GENERAL:polynomialOrder": order, "GENERAL:filterCutoffRatio": ratio},
            has={
                "filter": MISSING
                if modes == 0
                else {"kind": "relaxation", "modes": modes, "chi": 10.0}
            },
        )
        for order, ratio, rate, modes in (
            ("9", "0.75", {}, 3),
            ("9", "0.97", {}, 1),
            ("9", "0.995", {}, 0),
            ("9", "0.97", {"GENERAL:constFlowRate": "X", "GENERAL:meanVelocity": "1"}, 0),
        )
    ),
    Pair(
        "a filter of one mode of NekRS",
        udf="void UDF_Setup() {}",
        nekrs="filtering = hpfrt\nfilterWeight = 10\nfilterModes = 1",
        has={"filter": {"kind": "relaxation", "modes": 1, "chi": 10.0}},
    ),
    Pair(
        "a filter of more modes than there are",
        says=FILTER | {"GENERAL:filterModes": "5"},
        has={"filter": MISSING},
        words={"filtering": "open", "filterWeight": "open"},
    ),
    Pair(
        "two methods of NekRS in one line",
        says={"GENERAL:regularization": "hpfrt+nModes=1+scalingCoeff=10; gjp+scalingCoeff=0.8"},
        has={"filter": MISSING},
        words={"regularization": "open"},
    ),
    *(
        Pair(
            f"{value} as the viscosity of a case of Nek5000",
            says={"VELOCITY:viscosity": value},
            does={"useric": "ux = 1."},
            has={"fluid": MISSING},
            words={"velocity: viscosity": "open"},
        )
        for value in ("1/100", "0", "pi", "0.01 m2/s", "")
    ),
    Pair(
        "a density below zero, which is no inverse",
        says={"VELOCITY:density": "-2"},
        has={"fluid": MISSING},
        words={"velocity: density": "open", "velocity: viscosity": "open"},
    ),
    Pair(
        "a capacity below zero, which is no inverse",
        says=HEAT | {"TEMPERATURE:rhoCp": "-2"},
        has={"scalar.0.diffusivity": MISSING},
        words={"rhoCp": "open", "temperature: conductivity": "open"},
    ),
    Pair(
        "an expression of NekRS",
        says={"VELOCITY:viscosity": "1/100"},
        has={"fluid.viscosity": 0.01},
    ),
]
NEKRS = """[GENERAL]
polynomialOrder = 5
numSteps = 5
dt = 1e-3
scalars = heat
[MESH]
boundaryIDMap = 6, 5, 4, 3, 2, 1
[FLUID VELOCITY]
boundaryTypeMap = udfDirichlet, zeroNeumann, zeroDirichlet, zeroDirichlet, zeroDirichlet, none
rho = 1
mu = 1/500
[SCALAR HEAT]
rhoCp = 1
conductivity = 1/350
boundaryTypeMap = zeroNeumann, zeroNeumann, zeroNeumann, zeroNeumann, zeroNeumann, zeroNeumann
"""
INFLOW = """
%(head)s
void udfDirichlet(bcData *bc)
{
  %(text)s
  bc->uxFluid = %(value)s; bc->uyFluid = 0; bc->uzFluid = 0;
}
"""


def one_inflow(value):
    return INFLOW % {"head": "", "text": "", "value": value}


def inflow(name, value, expected, text="", head=""):
    open_words = {"boundary boundary-6": "open" if expected is MISSING else "translated"}
    udf = INFLOW % {"head": head, "text": text, "value": value}
    has = {f"boundary.boundary-6{'' if expected is MISSING else '.velocity'}": expected}
    if expected is not MISSING:
        has = {"boundary.boundary-6.velocity": [expected, "0", "0"]}
    return Pair(name, udf=udf, has=has, words=open_words)


BRANCHES = "dfloat a = 1;\n#else\ndfloat a = 2;\n#endif"
FUNCTIONS = [
    inflow("a cast before a division", "(dfloat)1/3", "1/3"),
    inflow("a cast behind a division", "2/(double)(4/3)", "2"),
    inflow("integers that divide", "1/2*bc->y + bc->z", "z"),
    inflow(
        "a number for a real argument",
        "half(3)",
        "1.5",
        head="dfloat half(dfloat s) { return s/2; }",
    ),
    inflow(
        "an integer that a real function gives", "one()/2", "0.5", head="dfloat one() { return 1; }"
    ),
    inflow(
        "names that differ by capital letters",
        "bc->z + r/R",
        "z + y/0.5",
        "const dfloat R = 0.5, r = bc->y;",
    ),
    inflow(
        "a constant beside a macro of its name",
        "AMP*bc->y",
        "1.5*y",
        head="#define AMP 1.5\ndfloat amp = 2;",
    ),
    inflow(
        "a name in a string",
        "a",
        "1",
        'dfloat velocity = 3, a = 2; if (isField("fluid VELOCITY")) a = 1;',
    ),
    inflow("what the file defines", "a", "1", f"#ifdef AMP\n{BRANCHES}", "#define AMP 1.5"),
    inflow("what is switched off", "a", "2", f"#if 0\n{BRANCHES}"),
    inflow("device code", "a", "1", f"#ifdef __okl__\n{BRANCHES}"),
    *(
        inflow(f"{condition}, which nobody can tell", "a", MISSING, f"{condition}\n{BRANCHES}")
        for condition in ("#ifdef FOO", "#ifndef FOO", "#if AMP > 2")
    ),
    inflow("text that a macro puts in place", "2*AMP", "3", head="#define AMP 1 + 1"),
    inflow("a macro of two lines", "AMP*bc->y", "2*y", head="#define AMP \\\n 2"),
    inflow(
        "a variable of an inner block",
        "a",
        "y",
        "dfloat a = bc->y, b = 0; { const dfloat a = 2; b = a; }",
    ),
    inflow(
        "what an inner block makes of its own",
        "b",
        "2",
        "dfloat a = bc->y, b = 0; { const dfloat a = 2; b = a; }",
    ),
    Pair(
        "functions of which one is compiled",
        udf=f"#ifdef FOO\n{one_inflow('1')}#else\n{one_inflow('2')}#endif\n",
        has={"boundary.boundary-6": MISSING},
        words={"boundary boundary-6": "open"},
    ),
    inflow("what is printed", "bc->y", "y", 'printf("a; b");'),
]
KERNEL = """
@kernel void force(const dlong N, const dlong offset, @restrict const dfloat *X,
                   @restrict dfloat *F)
{
  for (dlong n = 0; n < N; ++n; @tile(p_blockSize, @outer, @inner)) {
    if (n < N) {
      %s
    }
  }
}
void userf(double time)
{
  force(mesh->Nlocal, nrs->fieldOffset, mesh->o_x, nrs->fluid->o_explicitTerms());
}
void UDF_Setup()
{
  for (int n = 0; n < mesh->Nlocal; n++) {
    %s
  }
  nrs->userSource = &userf; %s
}
"""


def kernel(name, text, expected, initial="", hook="", has=None):
    return Pair(
        name, udf=KERNEL % (text, initial, hook), has={"forcing.body": expected, **(has or {})}
    )


FUNCTIONS += [
    kernel("components by their numbers", "F[n] = 2*X[n]; F[n + 2*offset] = 1;", ["2*x", "0", "1"]),
    *(
        Pair(
            f"a force that is handed over {when}",
            udf=(KERNEL % ("F[n] = 1;", "", "")).replace("nrs->userSource = &userf;", how),
            has={"forcing.body": MISSING},
            words={"userSource: userf": "open"},
        )
        for when, how in (
            ("under a condition", "if (flag) nrs->userSource = &userf;"),
            (
                "where the compiler may not see it",
                "#ifdef FOO\nnrs->userSource = &userf;\n#endif\n",
            ),
            ("behind a way out", "if (flag) return; nrs->userSource = &userf;"),
            ("and taken back", "nrs->userSource = &userf; nrs->userSource = nullptr;"),
        )
    ),
    kernel("a sum in a loop", "for (int i = 0; i < 3; i++) F[n] += 1;", MISSING),
    kernel(
        "a condition on places",
        "const dfloat y = X[n], h = 2; if (y < h) F[n] = 1;",
        ["(x < 2 ? 1 : 0)", "0", "0"],
    ),
    kernel("a loop over components", "for (int k = 0; k < 3; k++) F[n + k*offset] = 1;", MISSING),
    kernel("a component that a variable picks", "const dlong id = n + offset; F[id] = 1;", MISSING),
    kernel(
        "a divergence",
        "F[n] = 1;",
        ["1", "0", "0"],
        hook="nrs->userDivergence = &more;",
        has={"case.refuse": ...},
    ),
    kernel(
        "initial values by their components",
        "F[n] = 1;",
        ["1", "0", "0"],
        "nrs->U[n] = mesh->y[n]; nrs->U[n + 1*nrs->fieldOffset] = 2;",
        has={"initial.velocity": ["y", "2", "0"]},
    ),
    kernel(
        "initial values with values of other components",
        "F[n] = 1;",
        ["1", "0", "0"],
        "nrs->U[n] = mesh->y[n]; nrs->U[n + nrs->fieldOffset] = 2*nrs->U[n + 0*nrs->fieldOffset];",
        has={"initial.velocity": ["y", "2*y", "0"]},
    ),
    kernel(
        "initial values of a component that a variable picks",
        "F[n] = 1;",
        ["1", "0", "0"],
        "const int id = n + nrs->fieldOffset; nrs->U[id] = 2;",
        has={"initial": MISSING},
    ),
]
PAIRS = [*FUNCTIONS, *JUMPS, *MAPS, *TYPES, *CONDITIONS, *TRACTIONS, *CHANGES, *EQUATIONS, *STEPS]


def par_text(says):
    sections = {name: dict(keys) for name, keys in PAR.items()}
    for path, value in says.items():
        section, colon, key = path.partition(":")
        if not colon:
            del sections[section]
            continue
        sections.setdefault(section, {})[key] = value
    lines = []
    for section, keys in sections.items():
        lines += [f"[{section}]", *(f"{key} = {value}" for key, value in keys.items())]
    return "\n".join(lines) + "\n"


def usr_text(does):
    lines = []
    for head, body in does.items():
        lines.append(f"      {head}" if " " in head else f"      subroutine {head}(ix,iy,iz,eg)")
        lines.append("      include 'TOTAL'")
        for line in body.splitlines():
            label, _, rest = line.partition(" ")
            is_numbered = label.isdigit()
            lines.append(f"{label if is_numbered else '':>5} {rest if is_numbered else line}")
        lines += ["      return", "      end"]
    return "\n".join(lines) + "\n"


def found_at(document, path):
    value = document
    for part in path.split("."):
        if isinstance(value, list):
            value = value[int(part)] if int(part) < len(value) else MISSING
        else:
            value = value.get(part, MISSING) if isinstance(value, dict) else MISSING
    return value


def plain(value):
    """Numbers of expressions without the point that Fortran writes."""
    if isinstance(value, list):
        return [plain(one) for one in value]
    return value.replace(".0", "") if isinstance(value, str) else value


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_a_pair(tmp_path, pair):
    nekrs = NEKRS.replace("dt = 1e-3\n", f"dt = 1e-3\n{pair.nekrs}\n")
    (tmp_path / "one.par").write_text(nekrs if pair.udf else par_text(pair.says))
    if pair.udf:
        (tmp_path / "one.udf").write_text(pair.udf)
    if pair.does or pair.usr:
        (tmp_path / "one.usr").write_text(pair.usr or usr_text(pair.does))
    write_re2(tmp_path / "one.re2", one_element(), pair.sides)
    document, ledger = imported(tmp_path / "one.par")
    for path, expected in pair.has.items():
        found = found_at(document, path)
        if expected is ...:
            assert found is not MISSING, path
        else:
            assert found is expected or plain(found) == expected, (path, found)
    for text, word in pair.words.items():
        said = {e.outcome.value for e in ledger.entries if is_named(e.what, text)}
        assert said == {word}, (text, said)


def is_named(what, text):
    return what == text[1:-1] if text.startswith("^") else text in what
