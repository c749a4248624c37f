/** Images of messages and tool results. Those the host left out are fetched when they are looked at. */
import { useEffect, useState } from "react";
import type { ImageContent } from "../../server/protocol/message.ts";
import { loadEntry } from "../state/store.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/l10n.ts";

interface PicturesProps {
  images: readonly ImageContent[];
  entryId: string | undefined;
}

export function Pictures({ images, entryId }: PicturesProps) {
  const isMissing = images.some(({ data }) => !data);
  useEffect(() => {
    if (isMissing && entryId !== undefined) void loadEntry(entryId);
  }, [isMissing, entryId]);
  if (images.length === 0) return null;
  return (
    <div className="pictures">
      {images.map((image, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the images of a message never change places
        <Picture key={index} image={image} number={index + 1} />
      ))}
    </div>
  );
}

const drawable = /^image\/(png|jpeg|gif|webp|bmp|avif)$/;

function Picture({ image, number }: { image: ImageContent; number: number }) {
  const [large, setLarge] = useState(false);
  if (!image.data || !drawable.test(image.mimeType)) {
    return (
      <span className="picture picture-missing">
        <Icon name="file-media" /> {image.mimeType}
      </span>
    );
  }
  const name = t("Image {0}", number);
  return (
    <button
      type="button"
      className={large ? "picture picture-large" : "picture"}
      aria-expanded={large}
      aria-label={name}
      tabIndex={-1}
      onClick={() => setLarge(!large)}
    >
      <img src={`data:${image.mimeType};base64,${image.data}`} alt={name} decoding="async" />
    </button>
  );
}
