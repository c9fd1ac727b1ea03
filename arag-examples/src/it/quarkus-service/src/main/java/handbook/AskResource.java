package handbook;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.AnswerView;
import dev.arag.agent.Run;
import dev.arag.web.InvalidRequestException;
import dev.arag.web.UiMessageRequest;
import dev.arag.web.UiMessageStream;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

@Path("/")
public class AskResource {
  private final Agent agent;

  AskResource(Agent agent) {
    this.agent = agent;
  }

  @GET
  @Path("ask")
  public AnswerView ask(@QueryParam("question") String question) {
    return agent.ask(question).view();
  }

  /** Streams to {@code useChat} of the npm package {@code ai}. */
  @POST
  @Path("chat")
  public Response chat(String body) {
    Run run = agent.start(UiMessageRequest.parse(body).question());
    StreamingOutput events = page -> UiMessageStream.of(run).writeTo(page);
    Response.ResponseBuilder response = Response.ok(events);
    UiMessageStream.headers().forEach(response::header);
    return response.build();
  }

  @ServerExceptionMapper
  public Response notAQuestion(InvalidRequestException e) {
    return Response.status(Response.Status.BAD_REQUEST).entity(e.getMessage()).build();
  }
}
