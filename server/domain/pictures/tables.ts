import type { Table } from "#core/query";
import type { Picture, Prisma } from "#prisma";

export interface PictureTables {
  pictures: Table<Picture, Prisma.PictureUncheckedCreateInput>;
}
