/**
 * Secrets that can be told by their look alone. Every pattern runs in linear time: a repeated class is either
 * the last part of its pattern, bounded, or can only start where a run of that class starts.
 */
export interface SecretShape {
  readonly kind: string;
  /** One of these is in every match: looking for them first makes long texts ten times as fast. */
  readonly signs: readonly string[];
  readonly pattern: RegExp;
  /** Refuses matches that only look alike; not given, every match is a secret. */
  readonly accept?: (secret: string) => boolean;
}

// A word start, also behind an escape (`\n` in JSON, `%20` in a URL), whose last letter is no part of the word.
const start =
  '(?:(?<![A-Za-z0-9_-])|(?<=\\\\[nrtbfv])|(?<=\\\\u[0-9A-Fa-f]{4})|(?<=%[0-9A-Fa-f]{2}))';

/** A named group `secret` marks what is replaced when the match holds context that should stay readable. */
const shape = (
  kind: string,
  signs: string,
  source: string,
  accept?: (secret: string) => boolean,
): SecretShape => ({
  kind,
  signs: signs.split(' '),
  pattern: new RegExp(source, 'g'),
  ...(accept && { accept }),
});

const hasDigit = (text: string) => /\d/.test(text);
const mixedCase = (text: string) => /[a-z]/.test(text) && /[A-Z]/.test(text.slice(1));
/** "Bearer authentication" and "Basic setup" are prose; what follows in a header is not a plain word. */
const notAWord = (text: string) => hasDigit(text) || mixedCase(text) || /[=+/]/.test(text);

export const secretShapes: readonly SecretShape[] = [
  shape('aws_access_key', 'AKIA ASIA ABIA ACCA', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}'),
  shape('github_token', 'ghp_ gho_ ghu_ ghs_ ghr_', 'gh[pousr]_[A-Za-z0-9_]{20,}'),
  shape('github_token', 'github_pat_', 'github_pat_[A-Za-z0-9_]{20,}'),
  shape(
    'gitlab_token',
    'gl',
    'gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas|ffct)-[A-Za-z0-9_-]{20,}',
  ),
  shape('slack_token', 'xox', 'xox[abceoprs]-[A-Za-z0-9-]{10,}'),
  shape('slack_token', 'xapp-', 'xapp-[0-9]-[A-Za-z0-9-]{10,}'),
  shape(
    'slack_webhook',
    'hooks.slack.com',
    'hooks\\.slack\\.com\\\\?/(?:services|workflows|triggers)\\\\?/(?<secret>[A-Za-z0-9/_+\\\\-]{20,})',
  ),
  shape(
    'discord_webhook',
    'webhooks',
    'discord(?:app)?\\.com\\\\?/api\\\\?/webhooks\\\\?/(?<secret>[A-Za-z0-9/_\\\\-]{40,})',
  ),
  shape(
    'discord_token',
    '.',
    `${start}[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,}`,
  ),
  shape('telegram_token', ':AA', '(?<![0-9])[0-9]{8,10}:AA[A-Za-z0-9_-]{32,}'),
  shape('stripe_key', 'k_live_ k_test_', '[sr]k_(?:live|test)_[A-Za-z0-9]{10,}'),
  shape('stripe_key', 'whsec_', 'whsec_[A-Za-z0-9+/=]{20,}'),
  shape(
    'model_api_key',
    'sk-',
    `${start}sk-(?:ant|proj|svcacct|admin|or-v1|lf)-[A-Za-z0-9_-]{16,}`,
  ),
  shape('model_api_key', 'sk-', `${start}sk-[A-Za-z0-9]{20,}[A-Za-z0-9_-]*`),
  shape(
    'model_api_key',
    'gsk_ xai- pplx- r8_ hf_',
    `${start}(?:gsk_|xai-|pplx-|r8_|hf_)[A-Za-z0-9]{30,}`,
  ),
  shape('google_api_key', 'AIza', 'AIza[A-Za-z0-9_-]{35}'),
  shape('google_oauth', 'ya29.', `${start}ya29\\.[A-Za-z0-9_-]{20,}`),
  shape('google_oauth', 'GOCSPX-', 'GOCSPX-[A-Za-z0-9_-]{20,}'),
  shape('npm_token', 'npm_', 'npm_[A-Za-z0-9]{36,}'),
  shape('pypi_token', 'pypi-', 'pypi-Ag[A-Za-z0-9_-]{40,}'),
  shape('docker_token', 'dckr_', 'dckr_[a-z]{2,5}_[A-Za-z0-9_-]{20,}'),
  shape('package_token', 'rubygems_ cio', `${start}(?:rubygems_[0-9a-f]{48}|cio[A-Za-z0-9]{32})`),
  shape('jwt', 'eyJ', `${start}eyJ[A-Za-z0-9_-]{10,}(?:\\.[A-Za-z0-9_-]+){1,4}`),
  shape('twilio_key', 'SK', `${start}SK[0-9a-f]{32}`),
  shape('sendgrid_key', 'SG.', 'SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}'),
  shape('mailgun_key', 'key-', `${start}key-[0-9a-f]{32}`),
  shape('mailchimp_key', '-us', `${start}[0-9a-f]{32}-us[0-9]{1,2}`),
  shape('digitalocean_token', '_v1_', 'do[opr]_v1_[0-9a-f]{64}'),
  shape('shopify_token', 'shp', 'shp(?:at|ca|pa|ss)_[0-9A-Fa-f]{32}'),
  shape('databricks_token', 'dapi', `${start}dapi[0-9a-f]{32}`),
  shape('vault_token', 'hvs. hvb. hvr.', `${start}hv[sbr]\\.[A-Za-z0-9_-]{24,}`),
  shape('service_token', 'lin_api_', 'lin_api_[A-Za-z0-9]{32,}'),
  shape(
    'service_token',
    'ntn_ figd_ sbp_ glsa_ glc_ sntrys_ sntryu_',
    `${start}(?:ntn_|figd_|sbp_|glsa_|glc_|sntry[su]_)[A-Za-z0-9_=+/-]{32,}`,
  ),
  shape('service_token', 'PMAK-', 'PMAK-[0-9a-f]{24}-[0-9a-f]{34}'),
  shape('service_token', 'NRAK-', 'NRAK-[A-Z0-9]{27}'),
  shape('service_token', 'ATATT3', 'ATATT3[A-Za-z0-9_=-]{20,}'),
  shape('service_token', 'dp.', `${start}dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9.]{40,}`),
  shape(
    'service_token',
    'pscale_ tskey-',
    `${start}(?:pscale_(?:tkn|pw|oauth)_|tskey-)[A-Za-z0-9_.=-]{20,}`,
  ),
  shape('azure_secret', 'Q~', `${start}[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}`),
  shape('google_api_key', ':APA91', ':APA91[A-Za-z0-9_-]{100,}'),
  // A private key as a Kubernetes secret holds it: its first line in base64, and all that follows.
  shape(
    'private_key',
    'LS0tLS1CRUdJTi',
    'LS0tLS1CRUdJTi(?:BQUklW|BSU0Eg|BFQy|BPUEVO|BFTkNS|BEU0Eg|BQR1Ag)[A-Za-z0-9+/=_-]{20,}',
  ),
  shape(
    'private_key',
    'Private-Lines:',
    'Private-Lines:[ \\t]{0,4}[0-9]{1,4}(?:\\r?\\n|\\\\{1,8}[rn]){1,2}(?<secret>[A-Za-z0-9+/=\\r\\n\\\\]{8,})',
  ),
  shape('private_key', 'AGE-SECRET-KEY-', 'AGE-SECRET-KEY-1[A-Z0-9]{50,}'),
  shape('azure_signature', 'sig=', '[?&]sig=(?<secret>[A-Za-z0-9%+/=]{20,})'),
  shape('aws_signature', 'X-Amz-Signature=', 'X-Amz-Signature=(?<secret>[0-9A-Fa-f]{32,})'),
  shape(
    'bearer_token',
    'earer EARER',
    `${start}(?:[Bb]earer|BEARER)[ \\t]{1,8}(?<secret>[A-Za-z0-9._~+/=-]{8,})`,
    notAWord,
  ),
  shape(
    'basic_credentials',
    'asic',
    `${start}[Bb]asic[ \\t]{1,8}(?<secret>[A-Za-z0-9+/]{8,}={0,2})`,
    notAWord,
  ),
  // The user stays, the password goes. Digits before a slash are a port, so what follows is a path.
  shape(
    'url_password',
    '@',
    ':\\\\?/\\\\?/[^\\s/?#@:"\'<>[\\\\]{0,256}:(?![0-9]{1,5}(?:[/?#\\\\]|$))(?<secret>[^\\s"\'<>]{1,256})@(?!sha256:)',
  ),
  shape('url_token', '@', '://(?<secret>[A-Za-z0-9_-]{16,256})@', hasDigit),
  shape(
    'login_password',
    'login',
    '\\blogin[ \\t]{1,8}[^\\s]{1,100}\\s{1,8}password[ \\t]{1,8}(?<secret>[^\\s]{1,256})',
  ),
  shape(
    'login_password',
    '-u --user',
    '(?<![^\\s])(?:-u|--user)[ =]["\']?(?<user>[^\\s:"\']{1,100}):(?<secret>[^\\s"\']{1,256})',
    (secret) => !/^[0-9]+$/.test(secret),
  ),
  shape(
    'login_password',
    'mysql mariadb',
    `${start}(?:mysql|mariadb)[a-z-]{0,12}[ \\t][^\\n|;&]{0,200}?(?<=[ \\t])-p(?<secret>[^\\s"'\\\\-][^\\s"'\\\\]{3,256})`,
    notAWord,
  ),
  shape(
    'login_password',
    'sshpass login',
    '(?:sshpass|(?:docker|podman|nerdctl|helm|oras)(?: registry)?[ \\t]{1,8}login)(?:[ \\t][^\\n|;&]{0,200}?)??[ \\t]-p[ \\t]{0,4}\\\\{0,8}["\']?(?<secret>[^\\s"\'\\\\-][^\\s"\'\\\\]{3,256})',
  ),
  shape(
    'secret',
    'assword assphrase asscode ecret oken key',
    `${start}(?:[Pp]assword|[Pp]assphrase|[Pp]asscode|[Ss]ecret|[Tt]oken|[Aa][Pp][Ii] key)[ \\t]{1,4}(?:is|was)[ \\t]{1,4}\\\\{0,8}["'\`]?(?<secret>[A-Za-z0-9!@#$%^&*_+=?~]{8,256})(?![\\w-])`,
    (secret) =>
      hasDigit(secret) && /[A-Za-z]/.test(secret) && !/^(?:base|sha|md|utf)\d/i.test(secret),
  ),
];
