import { readPhone } from '../../platform/phone-number.ts'

type Numbers = { phone: string | null; mobile: string | null }

/**
 * Which number is which, whatever column it came in: an SMS goes to a mobile alone, and a fixed line in the column of mobiles is called.
 * A batch whose number recognition is off takes the columns as given.
 */
export function recogniseNumbers({ phone, mobile }: Numbers, recognises: boolean): Numbers {
  if (!recognises || (mobile !== null && isMobile(mobile))) return { phone, mobile }
  return { phone: phone ?? mobile, mobile: phone !== null && isMobile(phone) ? phone : null }
}

function isMobile(number: string): boolean {
  const read = readPhone(number)
  return 'isMobile' in read && read.isMobile
}
