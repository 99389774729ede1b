import { type DetectedGate, firstOf, type GateDetector } from '../detected-gate.ts';

export const rust: GateDetector = {
  ecosystem: 'cargo',
  explicit: false,
  detect(files) {
    if (!files.names.has('Cargo.toml')) return [];
    const gates: DetectedGate[] = [
      { name: 'test', run: 'cargo test', detected_from: 'Cargo.toml' },
    ];
    // Clippy is a component that not everyone has; its settings show that this project uses it.
    const clippy = firstOf(files, 'clippy.toml', '.clippy.toml');
    if (clippy) {
      gates.push({
        name: 'lint',
        run: 'cargo clippy --all-targets -- -D warnings',
        detected_from: clippy,
      });
    }
    return gates;
  },
};

export const go: GateDetector = {
  ecosystem: 'go',
  explicit: false,
  detect(files) {
    if (!files.names.has('go.mod')) return [];
    const linter = firstOf(files, '.golangci.yml', '.golangci.yaml', '.golangci.toml');
    return [
      { name: 'test', run: 'go test ./...', detected_from: 'go.mod' },
      {
        name: 'lint',
        run: linter ? 'golangci-lint run' : 'go vet ./...',
        detected_from: linter ?? 'go.mod',
      },
    ];
  },
};

export const jvm: GateDetector = {
  ecosystem: 'jvm',
  explicit: false,
  detect(files) {
    const gradle = firstOf(files, 'build.gradle.kts', 'build.gradle', 'settings.gradle.kts');
    if (gradle) {
      const run = files.names.has('gradlew') ? './gradlew test' : 'gradle test';
      return [{ name: 'test', run, detected_from: gradle }];
    }
    if (!files.names.has('pom.xml')) return [];
    const run = files.names.has('mvnw') ? './mvnw -B test' : 'mvn -B test';
    return [{ name: 'test', run, detected_from: 'pom.xml' }];
  },
};

export const dotnet: GateDetector = {
  ecosystem: 'dotnet',
  explicit: false,
  detect(files) {
    const project = [...files.names].find((name) => /\.(sln|slnx|csproj|fsproj)$/.test(name));
    return project ? [{ name: 'test', run: 'dotnet test', detected_from: project }] : [];
  },
};

export const elixir: GateDetector = {
  ecosystem: 'mix',
  explicit: false,
  detect(files) {
    if (!files.names.has('mix.exs')) return [];
    const gates: DetectedGate[] = [{ name: 'test', run: 'mix test', detected_from: 'mix.exs' }];
    if (files.names.has('.credo.exs')) {
      gates.push({ name: 'lint', run: 'mix credo', detected_from: '.credo.exs' });
    }
    return gates;
  },
};

export const cmake: GateDetector = {
  ecosystem: 'cmake',
  explicit: false,
  detect(files) {
    const lists = files.text('CMakeLists.txt');
    if (lists === undefined) return [];
    const build = 'cmake -S . -B build && cmake --build build';
    const tested = /^\s*(enable_testing|add_test|include\s*\(\s*CTest)/im.test(lists);
    return tested
      ? [
          {
            name: 'test',
            run: `${build} && ctest --test-dir build --output-on-failure`,
            detected_from: 'CMakeLists.txt',
          },
        ]
      : [{ name: 'build', run: build, detected_from: 'CMakeLists.txt' }];
  },
};
