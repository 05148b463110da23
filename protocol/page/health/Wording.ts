/**
 * How walls and errors speak, in the few languages where it is cheap to know. Wording alone never condemns a page: it must stand
 * where a page says what it is, and little else may be there. All in lower case with plain apostrophes.
 */

const alternatives = (...phrases: readonly string[]): ((text: string) => boolean) => {
  return (text) => phrases.some((phrase) => text.includes(phrase))
}

/** Headlines may hold these words, so they count only where they are all that is said. */
const checks = new Set([
  'just a moment',
  'attention required',
  'access denied',
  'security check',
  'captcha',
  'are you a robot',
  'human verification',
])

export const isBotCheck = (text: string): boolean => checks.has(withoutMarks(text)) || asksForHuman(text)

const withoutMarks = (text: string): string =>
  text
    .split(/[.!?…]/)
    .join('')
    .trim()

const asksForHuman = alternatives(
  'access to this page has been denied',
  'verify you are human',
  'verifying you are human',
  'verify that you are human',
  'confirm you are human',
  'not a robot',
  'you are not a bot',
  'checking your browser',
  'security of your connection',
  'unusual traffic from',
  'automated access',
  'automated queries',
  'pardon our interruption',
  'request blocked',
  'you have been blocked',
  'kein roboter',
  'pas un robot',
  'no eres un robot',
  'não é um robô',
  'не робот',
  '人机验证',
)

/** Consent to cookies: what is stored, and what to do about it. */
export const isConsent = (text: string): boolean =>
  asksForConsent(text) || (text.includes('cookie') && speaksOfChoice(text))

const asksForConsent = alternatives(
  'before you continue',
  'with your consent',
  'we value your privacy',
  'your privacy choices',
  'store and access information on',
  'bevor sie fortfahren',
  'ihre einwilligung',
  'avant de continuer',
  'votre consentement',
  'antes de continuar',
  'tu consentimiento',
  'einwilligen',
  'werbung und tracking',
  'mit werbung',
)

const speaksOfChoice = alternatives(
  'accept',
  'we use',
  'uses cookies',
  'use of cookies',
  'consent',
  'preferences',
  'settings',
  'our partners',
  'verwenden',
  'akzeptieren',
  'utilisons',
  'aceptar',
  'utilizamos',
  'zustimm',
  'werbung',
  'publicité',
  'publicidad',
)

/** What cannot be found, and that it cannot be found, in one short message. */
export const isMissing = (text: string): boolean =>
  /^404\b|\b(error|code|status)[ :]{0,2}404\b/.test(text) ||
  text === 'not found' ||
  (namesPage(text) && saysMissing(text)) ||
  isMissingElsewhere(text)

const namesPage = alternatives(
  'page',
  'url',
  'link',
  "what you're looking for",
  'what you are looking for',
  'looking for',
)

const saysMissing = alternatives(
  'not found',
  "can't find",
  "can't be found",
  "couldn't find",
  "couldn't be found",
  'could not find',
  'could not be found',
  'cannot find',
  'cannot be found',
  "doesn't exist",
  'does not exist',
  "isn't here",
  'is missing',
  'no longer available',
  'no longer exists',
  'has been removed',
  'has been deleted',
  'have been removed',
)

const isMissingElsewhere = alternatives(
  'seite nicht gefunden',
  'seite existiert nicht',
  'page introuvable',
  'página no encontrada',
  'página no existe',
  'pagina non trovata',
  'página não encontrada',
  'pagina niet gevonden',
  'страница не найдена',
  'ページが見つかりません',
  '页面不存在',
)

export const isFailure = (text: string): boolean =>
  /^(http )?(error:? )?5[0-9][0-9]\b/.test(text) || saysFailure(text)

const saysFailure = alternatives(
  'internal server error',
  'bad gateway',
  'service unavailable',
  'temporarily unavailable',
  'gateway time',
  'under maintenance',
  'scheduled maintenance',
  'back soon',
  'be right back',
  'something went wrong',
  'error occurred',
  'application error',
  'error establishing a database connection',
  'wartungsarbeiten',
  'en maintenance',
  'en mantenimiento',
  'in manutenzione',
)

/** What programs print when they break, at the beginning of a page. */
export const isDump = alternatives(
  'traceback (most recent call last)',
  'fatal error: ',
  'uncaught exception',
  'uncaught error',
  'sqlstate[',
  'sql syntax',
  'mysqli_',
  'stack trace:',
  'exception in thread',
)

export const isUnarchived = alternatives(
  'has not archived that url',
  'has not been archived',
  'url has been excluded from the wayback machine',
  'no archived version',
  'no archived copies',
  'no captures',
  'not in the archive',
)

/** A title or heading that names a door. */
export const isDoor = (text: string): boolean =>
  /^(log ?in|sign ?in|log on|anmelden|anmeldung|connexion|iniciar sesión|accedi)$/.test(withoutMarks(text))

/** That a page is for those who log in or pay: what to do, and that it opens this very page. */
export function isLogin(text: string): boolean {
  const asks = action(text) && purpose(text)
  return asks || saysLogin(text)
}

/** What follows a text that breaks off, where reading on costs money or an account. */
export const isOffer = alternatives(
  'subscri',
  'log in',
  'sign in',
  'register to',
  'free account',
  'free trial',
  'free article',
  'become a member',
  'membership',
  'members get',
  'unlock',
  'abonn',
  'anmelden',
  'registrier',
  'suscr',
  'assin',
)

const action = alternatives(
  'log in',
  'login',
  'sign in',
  'subscribe',
  'register',
  'create a free account',
  'become a member',
  'anmelden',
  'abonnez-vous',
  'connectez-vous',
  'inicia sesión',
  'suscríbete',
)

const purpose = alternatives(
  'to continue',
  'to keep reading',
  'to read this',
  'to read the full',
  'to read the rest',
  'to view this',
  'to see this',
  'to access this',
  'to unlock',
  'weiterlesen',
  'pour lire la suite',
  'pour continuer',
  'para continuar',
  'para seguir leyendo',
)

const saysLogin = alternatives(
  'you must log in',
  'you must be logged in',
  'you must sign in',
  'you need to log in',
  'please log in',
  'please sign in',
  'subscribers only',
  'for subscribers',
  'exclusive to subscribers',
  'already a subscriber',
  'réservé aux abonnés',
  'nur für abonnenten',
  'solo para suscriptores',
)
