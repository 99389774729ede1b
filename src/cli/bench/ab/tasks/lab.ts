import type { SettingsRepository } from './settings-repository.ts';

/** Readings of sensors, imported every night. */
export const lab: SettingsRepository = {
  about:
    'Settings of the import of sensor readings. `sensors/` has one file for each family, `import/` the job itself. A comment behind a setting lists what it can be.',
  files: {
    'sensors/thermo.toml': `time_zone = "utc"                # utc | local | device | gateway
gap_fill = "none"                # none | last | linear | seasonal
unit = "celsius"
checksum = "crc16"               # none | sum8 | crc8 | crc16 | crc32
`,
    'sensors/humidity.toml': `time_zone = "gateway"            # utc | local | device | gateway
gap_fill = "last"                # none | last | linear | seasonal
range_check = "soft"             # off | soft | hard
checksum = "crc8"                # none | sum8 | crc8 | crc16 | crc32
`,
    'sensors/pressure.toml': `time_zone = "local"              # utc | local | device | gateway
gap_fill = "none"                # none | last | linear | seasonal
range_check = "hard"             # off | soft | hard
byte_order = "little"            # little | big | mixed
checksum = "none"                # none | sum8 | crc8 | crc16 | crc32
`,
    'sensors/radon.toml': `time_zone = "gateway"            # utc | local | device | gateway
gap_fill = "seasonal"            # none | last | linear | seasonal
half_life_days = 4
`,
    'import/nightly.toml': `chunk = 100                      # 50 | 100 | 500 | 2000 | 10000
transaction = "per_row"          # none | per_row | per_chunk | per_file
index = "during"                 # during | after | never
lock = "table"                   # table | partition | row | none
`,
    'import/backfill.toml': `chunk = 500                      # 50 | 100 | 500 | 2000 | 10000
lock = "partition"               # table | partition | row | none
`,
    'import/late.toml': `window_h = 6                     # 1 | 6 | 24 | 48 | 168
conflict = "skip"                # skip | replace | newest | average
`,
    'docs/sensors.md': `# Sensors
Pressure and radon devices send their words the network way round. Devices have cheap clocks; the gateway's is set every minute.
`,
    'docs/import.md': `# The import
Readings come in files per hour. Files may come late: the gateway in the cellar sends up to two days later.
`,
    'docs/statistics.md': `# Statistics
What was filled in is marked. Reports leave it out unless asked.
`,
    'docs/floor-plan.md': `# Where things hang
Thermometers in every room, radon in the cellar, pressure at the pump.
`,
  },
  history: [
    {
      problem: 'Humidity readings lie an hour in the future after the clocks changed.',
      fix: 'The clocks of the devices drift and know no summer time. Take the time of whoever received them: `time_zone = "gateway"` in sensors/humidity.toml.',
      files: ['sensors/humidity.toml'],
    },
    {
      problem: 'The humidity chart has holes when a device sleeps.',
      fix: 'It changes slowly, so the last value holds: `gap_fill = "last"` in sensors/humidity.toml.',
      files: ['sensors/humidity.toml'],
    },
    {
      problem: 'Radon chart jumps after every hole.',
      fix: 'A straight line was wrong, radon follows the day. `gap_fill = "seasonal"` in sensors/radon.toml.',
      files: ['sensors/radon.toml'],
    },
    {
      problem: 'Thermometer packets are refused since the firmware update.',
      fix: 'The maker changed the sum at the end of a packet. `checksum = "crc16"` in sensors/thermo.toml; all families of that maker follow with their next firmware.',
      files: ['sensors/thermo.toml'],
    },
    {
      problem: 'Back-filling a year blocks the nightly job.',
      fix: 'It held the whole table. `lock = "partition"` in import/backfill.toml.',
      files: ['import/backfill.toml'],
    },
    {
      problem: 'A humidity of 103 percent stops the import.',
      fix: 'Cheap devices read high when wet. Mark it and go on: `range_check = "soft"` in sensors/humidity.toml.',
      files: ['sensors/humidity.toml'],
    },
    {
      problem: 'Files of the cellar are ignored as too late.',
      fix: 'Waited longer: `window_h = 24` in import/late.toml. Put back to `window_h = 6` by mistake with the last release.',
      files: ['import/late.toml'],
    },
    {
      problem: 'The report mail is empty on Mondays.',
      fix: 'It asked for a week that was not over. `week_start = "sunday"` in reports/mail.toml.',
      files: ['reports/mail.toml'],
    },
    {
      problem: 'Radon readings of 16,777,216 becquerel.',
      fix: 'The words were read the wrong way round. `byte_order = "big"` for every device on that bus.',
      files: ['sensors/radon.toml'],
    },
  ],
  tasks: [
    {
      name: 'Sensor Import Gaps',
      complexity: 'medium',
      expected_improvement: '20-30%',
      issue:
        'Charts of the pump pressure have holes, and readings of the cellar are missing altogether. Bring the readings back.',
      obstacles: [
        {
          stage: 1,
          file: 'import/late.toml',
          key: 'window_h',
          value: '48',
          says: 'a file of the cellar that comes two days later is ignored',
        },
        {
          stage: 2,
          file: 'sensors/pressure.toml',
          key: 'gap_fill',
          value: '"last"',
          says: 'the pressure chart has holes while the device sleeps',
        },
        {
          stage: 2,
          file: 'sensors/pressure.toml',
          key: 'time_zone',
          value: '"gateway"',
          says: 'pressure readings lie an hour in the future since the clocks changed',
        },
      ],
    },
    {
      name: 'Slow Nightly Import',
      complexity: 'medium',
      expected_improvement: '20-30%',
      issue:
        'The nightly import takes until noon. Make it fast again without losing readings when it is broken off.',
      obstacles: [
        {
          stage: 1,
          file: 'import/nightly.toml',
          key: 'chunk',
          value: '2000',
          says: 'ten million readings are not imported within an hour',
        },
        {
          stage: 2,
          file: 'import/nightly.toml',
          key: 'transaction',
          value: '"per_chunk"',
          says: 'the log of the database grows with every reading',
        },
        {
          stage: 3,
          file: 'import/nightly.toml',
          key: 'index',
          value: '"after"',
          says: 'most of the time goes into the index',
        },
      ],
    },
    {
      name: 'New Sensor Family',
      complexity: 'high',
      expected_improvement: '15-25%',
      issue:
        'The pressure devices got new firmware and are to be measured properly: packets are refused, values are absurd, single bad values stop everything, and times are wrong.',
      obstacles: [
        {
          stage: 1,
          file: 'sensors/pressure.toml',
          key: 'checksum',
          value: '"crc16"',
          says: 'packets of the pressure devices are refused since the firmware update',
        },
        {
          stage: 2,
          file: 'sensors/pressure.toml',
          key: 'byte_order',
          value: '"big"',
          says: 'a pressure of sixteen million pascal is read',
        },
        {
          stage: 3,
          file: 'sensors/pressure.toml',
          key: 'range_check',
          value: '"soft"',
          says: 'one pressure above the range stops the import',
        },
        {
          stage: 4,
          file: 'sensors/pressure.toml',
          key: 'time_zone',
          value: '"gateway"',
          says: 'pressure readings are ahead of the clock',
        },
        {
          stage: 5,
          file: 'import/late.toml',
          key: 'conflict',
          value: '"newest"',
          says: 'a corrected reading that comes late is not taken',
        },
        {
          stage: 5,
          file: 'import/nightly.toml',
          key: 'lock',
          value: '"partition"',
          says: 'the import of pressure blocks the reports',
        },
      ],
    },
  ],
};
