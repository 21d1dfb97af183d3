import { publicPages } from "#public-pages";
import { servePage } from "#site/serve-page";
import { idIn } from "#ui/id-in";
import { isEmbed, serveEmbed } from "./serve";

interface Route {
  params: Promise<{ slug: string; embed: string[] }>;
}

/** Embeds of an account's page or of a subaccount's below it; other addresses are pages. */
export async function GET(request: Request, { params }: Route): Promise<Response> {
  const { slug, embed } = await params;
  const parts = [slug, ...embed].map(idIn);
  const name = parts.pop() ?? "";
  if (!isEmbed(name)) return servePage(publicPages, request);
  return serveEmbed(request, { address: parts.join("/"), embed: name });
}
