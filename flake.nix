{
  description = "A card table in the terminal";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "aarch64-darwin"
      ];
      forEachSystem = nixpkgs.lib.genAttrs systems;
      version = builtins.head (
        builtins.match ".*__version__ = \"([^\"]+)\".*" (builtins.readFile ./engine/version.py)
      );
    in
    {
      packages = forEachSystem (
        system:
        let
          python = nixpkgs.legacyPackages.${system}.python3Packages;
        in
        {
          default = python.buildPythonApplication {
            pname = "tapis-vert";
            inherit version;
            pyproject = true;
            src = self;
            build-system = [ python.hatchling ];
            dependencies = [
              python.markdown-it-py
              python.msgspec
              python.platformdirs
              python.rich
              python.textual
              python.tomlkit
              python.websockets
            ];
            optional-dependencies = {
              online = [ python.cryptography ];
              door = [ python.asyncssh ];
              cluster = [ python.distributed ];
            };
            installCheckPhase = ''
              TAPIS_HOME=$TMPDIR $out/bin/tapis console --seed 1 --north greedy --south greedy
            '';
            meta.mainProgram = "tapis";
          };
        }
      );
    };
}
