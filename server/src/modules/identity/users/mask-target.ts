/** Where a code goes, as its owner knows it and nobody else learns it: `06 •• •• 12`, `j•••@example.nl`. Empty stays empty. */
export function maskTarget(target: string): string {
  if (target === '') return ''
  if (!target.includes('@')) return maskPhone(target)
  const at = target.lastIndexOf('@')
  const [first = ''] = target
  return `${first}•••${target.slice(at)}`
}

function maskPhone(phone: string): string {
  const start = phone.startsWith('+31') ? `0${phone.slice(3, 4)}` : phone.slice(0, 3)
  return `${start} •• •• ${phone.slice(-2)}`
}
