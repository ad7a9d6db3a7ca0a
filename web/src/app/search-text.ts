/** How filters stand in the address: plain words, no quotes around those that look like numbers. */
export const searchText = {
  parseSearch: (text: string) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: object) => {
    const text = new URLSearchParams(
      Object.entries(search as Record<string, string>).filter(([, value]) => value !== undefined && value !== ''),
    ).toString()
    return text === '' ? '' : `?${text}`
  },
}
