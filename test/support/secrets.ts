// Made-up secrets of every shape Ralph knows. Generated, so that no scanner takes this file for a leak.
import fc from 'fast-check';

/** `text` as it would stand in a log; nothing of `secret` may be left of it. */
export interface SecretSample {
  readonly text: string;
  readonly secret: string;
}

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = upper.toLowerCase();
const digits = '0123456789';
const hex = `${digits}abcdef`;
const alnum = upper + lower + digits;
const base64 = `${alnum}+/`;
const base64url = `${alnum}_-`;

const run = (alphabet: string, minLength: number, maxLength = minLength) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength });
/** Has a letter and a digit: what a person would see as a password at once. */
const password = run(alnum, 8, 24).map((text) => `${text}k7`);

const prefixed = (prefix: string, rest: fc.Arbitrary<string>) =>
  rest.map((text): SecretSample => ({ text: prefix + text, secret: prefix + text }));
const prefixedText = (prefix: string, rest: fc.Arbitrary<string>) =>
  rest.map((text) => prefix + text);
const within = (before: string, secret: fc.Arbitrary<string>, after = '') =>
  secret.map((text): SecretSample => ({ text: before + text + after, secret: text }));

const keyLines = fc.array(run(base64, 64), { minLength: 3, maxLength: 6 });
const pem = (label: string, lineEnd: string) =>
  keyLines.map(
    (lines): SecretSample => ({
      text: [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join(lineEnd),
      secret: lines[1] ?? '',
    }),
  );

const jwt = fc
  .tuple(run(base64url, 20, 60), run(base64url, 20, 60), run(base64url, 43))
  .map(([header, payload, signature]) => `eyJ${header}.eyJ${payload}.${signature}`);

export const secretSamples: Readonly<Record<string, fc.Arbitrary<SecretSample>>> = {
  'AWS access key': prefixed('AKIA', run(upper + digits, 16)),
  'AWS temporary access key': prefixed('ASIA', run(upper + digits, 16)),
  'AWS secret key': within(
    'aws_secret_access_key = ',
    run(base64, 39).map((text) => `${text}7`),
  ),
  'AWS request signature': within('https://b.s3.test/o?X-Amz-Signature=', run(hex, 64)),
  'GitHub classic token': prefixed('ghp_', run(alnum, 36)),
  'GitHub OAuth token': prefixed('gho_', run(alnum, 36)),
  'GitHub app token': prefixed('ghs_', run(alnum, 36)),
  'GitHub fine-grained token': prefixed('github_pat_', run(`${alnum}_`, 82)),
  'GitLab token': prefixed('glpat-', run(base64url, 20)),
  'Slack token': prefixed('xoxb-', run(`${alnum}-`, 40)),
  'Slack app token': prefixed('xapp-1-', run(`${alnum}-`, 60)),
  'Slack webhook': within('https://hooks.slack.com/services/', run(alnum, 44)),
  'Discord bot token': fc
    .tuple(run(base64url, 23), run(base64url, 6), run(base64url, 38))
    .map(([a, b, c]) => ({ text: `M${a}.${b}.${c}`, secret: `${a}.${b}.${c}` })),
  'Discord webhook': within(
    'https://discord.com/api/webhooks/123456789012345678/',
    run(base64url, 68),
  ),
  'Telegram bot token': fc
    .tuple(run(digits, 9), run(base64url, 33))
    .map(([id, key]) => ({ text: `${id}:AA${key}`, secret: key })),
  'Stripe key': prefixed(`sk_${'live'}_`, run(alnum, 24)),
  'Stripe webhook secret': prefixed('whsec_', run(alnum, 32)),
  'OpenAI key': prefixed('sk-', run(alnum, 48)),
  'OpenAI project key': prefixed('sk-proj-', run(base64url, 64)),
  'Anthropic key': prefixed('sk-ant-', run(base64url, 95)),
  'Hugging Face token': prefixed('hf_', run(alnum, 34)),
  'Groq key': prefixed('gsk_', run(alnum, 52)),
  'Google API key': prefixed('AIza', run(base64url, 35)),
  'Google OAuth token': prefixed('ya29.', run(base64url, 60)),
  'Google OAuth client secret': prefixed('GOCSPX-', run(base64url, 28)),
  'npm token': prefixed('npm_', run(alnum, 36)),
  'PyPI token': prefixed('pypi-AgEIcHlwaS5vcmc', run(base64url, 60)),
  'Docker token': prefixed('dckr_pat_', run(base64url, 27)),
  'RubyGems key': prefixed('rubygems_', run(hex, 48)),
  'Twilio key': prefixed('SK', run(hex, 32)),
  'SendGrid key': fc
    .tuple(run(base64url, 22), run(base64url, 43))
    .map(([a, b]) => ({ text: `SG.${a}.${b}`, secret: b })),
  'Mailgun key': prefixed('key-', run(hex, 32)),
  'Mailchimp key': within(
    '',
    run(hex, 32).map((key) => `${key}-us12`),
  ),
  'DigitalOcean token': prefixed('dop_v1_', run(hex, 64)),
  'Shopify token': prefixed('shpat_', run(hex, 32)),
  'Databricks token': prefixed('dapi', run(hex, 32)),
  'Linear key': prefixed('lin_api_', run(alnum, 40)),
  'Notion token': prefixed('ntn_', run(alnum, 46)),
  'Postman key': fc
    .tuple(run(hex, 24), run(hex, 34))
    .map(([a, b]) => ({ text: `PMAK-${a}-${b}`, secret: b })),
  'New Relic key': prefixed('NRAK-', run(upper + digits, 27)),
  'Atlassian token': prefixed('ATATT3', run(base64url, 180)),
  'Doppler token': prefixed('dp.pt.', run(alnum, 43)),
  'PlanetScale password': prefixed('pscale_pw_', run(base64url, 43)),
  'age key': prefixed('AGE-SECRET-KEY-1', run(upper + digits, 58)),
  'Azure client secret': prefixed('a1b8Q~', run(`${alnum}_~.-`, 32, 34)),
  'Firebase server key': within('AAAAabcdefg:', prefixedText('APA91', run(base64url, 134))),
  'private key in base64': within(
    'tls.key: LS0tLS1CRUdJTiBQUklW',
    run(base64, 60).map((text) => `${text}7=`),
  ),
  'PuTTY key': within('Private-Lines: 2\n', run(base64, 64), '\nPrivate-MAC: 1'),
  'password of a database client': within('mysql -h db -u root -p', password, ' app'),
  'password of a registry': within('docker login -u me -p ', password, ' r.test'),
  'password of ssh': within('sshpass -p "', password, '" ssh me@host'),
  'password in a sentence': within('The password is ', password, ' for now'),
  'fish variable': within('set -gx API_TOKEN ', password),
  'password to become root': within('ansible_become_pass: ', password),
  'Vault token': prefixed('hvs.', run(base64url, 90)),
  'Azure account key': within(
    'AccountName=x;AccountKey=',
    run(base64, 86).map((k) => `${k}==`),
    ';',
  ),
  'Azure signature': within('https://x.blob.test/c?sv=2024&sig=', run(alnum, 44)),
  'JSON web token': jwt.map((text) => ({ text, secret: text })),
  'bearer header': within('Authorization: Bearer ', password),
  'basic header': within(
    'authorization: Basic ',
    run(alnum, 12).map((text) => `${text}Zz==`),
  ),
  'cookie header': within('Cookie: theme=dark; session=', password, '; lang=en'),
  'set-cookie header': within('Set-Cookie: sid=', password, '; HttpOnly'),
  'custom header': within('X-Api-Key: ', password),
  'password in a URL': within('postgres://app:', password, '@db.test:5432/app'),
  'password in a URL without user': within('redis://:', password, '@cache.test:6379'),
  'token in a query': within('https://api.test/v1?access_token=', password, '&page=2'),
  'connection string': within('Server=db;User Id=app;Password=', password, ';Encrypt=true'),
  'environment variable': within('STRIPE_WEBHOOK_SECRET=', password),
  'quoted environment variable': within('export DB_PASSWORD="two words ', password, '"'),
  'YAML value': within('password: ', password),
  'JSON value': within('{"api_key": "', password, '"}'),
  'JSON value with an escaped quote': within('{"client_secret":"a\\"b', password, '"}'),
  'JSON inside JSON': within('{"body":"{\\"refreshToken\\":\\"', password, '\\"}"}'),
  'YAML block': within('\nclient_secret: |\n  first line\n  ', password, '\n'),
  'shell assignment with special characters': within(
    'docker run -e API_TOKEN=ab&cd;ef,',
    password,
    ' image',
  ),
  'environment file line with a quote inside': within('\nDB_PASSWORD=ab"cd', password, '\n'),
  'cookie with a quoted value': within('\nCookie: a="b"; sid=', password, '\n'),
  'token as user of a URL': within(
    'https://',
    run(alnum, 20).map((t) => `${t}7`),
    '@git.test/x',
  ),
  'user and password as arguments': within('curl -u me:', password, ' https://x.test'),
  'command line flag': within('deploy --api-token ', password),
  'XML element': within('<password>', password, '</password>'),
  'npm configuration': within('//registry.test/:_authToken=', password),
  'netrc line': within('machine x.test login me password ', password),
  'RSA private key': pem('RSA PRIVATE KEY', '\n'),
  'SSH private key': pem('OPENSSH PRIVATE KEY', '\n'),
  'private key inside JSON': pem('PRIVATE KEY', '\\n'),
  'private key inside JSON inside JSON': pem('EC PRIVATE KEY', '\\\\n'),
  'private key without its end': keyLines.map((lines) => ({
    text: ['-----BEGIN PRIVATE KEY-----', ...lines].join('\n'),
    secret: lines[1] ?? '',
  })),
  'private key without its beginning': keyLines.map((lines) => ({
    text: [...lines, 'q8w=', '-----END PRIVATE KEY-----'].join('\n'),
    secret: lines[1] ?? '',
  })),
};
