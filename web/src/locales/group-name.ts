import { findText } from './i18n.tsx'

/** What a right group is called: those that came with the product in the user's language, as long as nobody renamed them. */
export function groupName(name: string): string {
  return findText(`builtInGroups.${name}.name`) ?? name
}

type Described = { customerID: number | null; name: string; description: string; version: number }

/** What it is for; what somebody wrote himself stays as he wrote it. */
export function groupDescription({ customerID, name, description, version }: Described): string {
  const isAsItCame = customerID === null && version === 1
  return (isAsItCame ? findText(`builtInGroups.${name}.description`) : null) ?? description
}
