import DKIM from 'nodemailer/lib/dkim'

/** What signs for a domain: its name, the selector under which its key stands in the DNS, and the private key as PEM. */
export type DkimKey = { domain: string; selector: string; privateKey: string }
/** Puts the signature before the message; each character is one byte. */
export type DkimSigner = (data: string) => Promise<string>

// What RFC 6376 advises, and both headers by which one leaves a list: RFC 8058 holds only where they are signed.
const signedHeaders = [
  ...[
    'From',
    'Sender',
    'Reply-To',
    'Subject',
    'Date',
    'Message-ID',
    'To',
    'Cc',
    'In-Reply-To',
    'References',
    'MIME-Version',
    'Content-Type',
  ],
  ...['Content-Transfer-Encoding', 'List-Unsubscribe', 'List-Unsubscribe-Post', 'Auto-Submitted'],
].join(':')

/** Signs mails by DKIM for one domain. */
export function openDkimSigner({ domain, selector, privateKey }: DkimKey): DkimSigner {
  const dkim = new DKIM({ domainName: domain, keySelector: selector, privateKey, headerFieldNames: signedHeaders })
  return async (data) => {
    const chunks: Buffer[] = []
    for await (const chunk of dkim.sign(Buffer.from(data, 'latin1'))) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString('latin1')
  }
}
