import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconFingerprint from '@tabler/icons-react/dist/esm/icons/IconFingerprint.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconLanguage from '@tabler/icons-react/dist/esm/icons/IconLanguage.mjs'
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconShieldLock from '@tabler/icons-react/dist/esm/icons/IconShieldLock.mjs'
import IconTools from '@tabler/icons-react/dist/esm/icons/IconTools.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconWifiOff from '@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { allIcons } from './icon-set.ts'

export type IconName = keyof typeof allIcons

// The sign-in screens show these; the others come with the app, so that who signs in does not wait for them.
const known: Partial<typeof allIcons> = {
  alert: IconAlertTriangle,
  arrowLeft: IconArrowLeft,
  building: IconBuilding,
  check: IconCircleCheck,
  chevronDown: IconChevronDown,
  clock: IconClock,
  close: IconX,
  copy: IconCopy,
  download: IconDownload,
  error: IconAlertCircle,
  eye: IconEye,
  fingerprint: IconFingerprint,
  info: IconInfoCircle,
  key: IconKey,
  language: IconLanguage,
  lock: IconLock,
  mail: IconMail,
  mobile: IconDeviceMobile,
  plus: IconPlus,
  print: IconPrinter,
  refresh: IconRefresh,
  shield: IconShieldLock,
  sms: IconMessage,
  tick: IconCheck,
  tools: IconTools,
  trash: IconTrash,
  wifiOff: IconWifiOff,
}

/** Makes pictures known, before anything is drawn that shows them. */
export function addIcons(more: Partial<typeof allIcons>): void {
  Object.assign(known, more)
}

/** A picture beside a word; hidden from screen readers because the word says it. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  const Picture = known[name]
  if (Picture === undefined) return <span aria-hidden="true" style={{ flex: 'none', width: size, height: size }} />
  return <Picture size={size} stroke={1.75} aria-hidden="true" focusable="false" style={{ flex: 'none' }} />
}
