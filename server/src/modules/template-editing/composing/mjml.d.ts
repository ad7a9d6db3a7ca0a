declare module 'mjml' {
  export default function mjml2html(
    mjml: string,
    options: { validationLevel: 'skip'; minify: boolean; fonts: object },
  ): Promise<{ html: string }>
}
